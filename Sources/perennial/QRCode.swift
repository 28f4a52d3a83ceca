import CQREncode

/// A QR code as lines of text: half blocks, black on white whatever the terminal's colours are.
struct QRCode {
    let text: String

    /// - Parameter content: what the code says, such as a web address; nil when it is too long for one.
    init?(_ content: String) {
        guard let code = QRcode_encodeString(content, 0, QR_ECLEVEL_M, QR_MODE_8, 1) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let squares = code.pointee.data else { return nil }
        // A white margin of two squares is what cameras need at least.
        func isDark(_ x: Int, _ y: Int) -> Bool {
            (0..<width).contains(x) && (0..<width).contains(y) && squares[y * width + x] & 1 == 1
        }
        var text = ""
        for y in stride(from: -2, to: width + 2, by: 2) {
            text += "\u{1B}[30;107m"
            for x in -2..<(width + 2) {
                switch (isDark(x, y), isDark(x, y + 1)) {
                case (true, true): text += "█"
                case (true, false): text += "▀"
                case (false, true): text += "▄"
                case (false, false): text += " "
                }
            }
            text += "\u{1B}[0m\n"
        }
        self.text = text
    }
}
