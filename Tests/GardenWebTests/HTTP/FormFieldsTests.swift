import Testing

@testable import GardenWeb

@Suite("Forms")
struct FormFieldsTests {
    private func multipart(_ text: String, boundary: String = "b") throws -> FormFields {
        try FormFields(multipart: Array(text.replacing("\n", with: "\r\n").utf8), boundary: boundary)
    }

    @Test func `url-encoded fields keep their order and their text`() throws {
        let form = try FormFields(urlEncoded: "a=1&b=%3Cb%3E+x&a=2&c&=d&e=f=g&&".utf8)
        #expect(form.fields.map(\.name) == ["a", "b", "a", "c", "", "e"])
        #expect(form["b"] == "<b> x")
        #expect(form.all("a") == ["1", "2"])
        #expect(form["c"] == "")
        #expect(form["e"] == "f=g")
        #expect(form["x"] == nil)
        #expect(throws: HTTPError.self) { try form.required("x") }
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%ff", "%ff=a", "a=%00"])
    func `what is no text is refused`(form: String) {
        #expect(throws: HTTPError.self) { try FormFields(urlEncoded: form.utf8) }
    }

    @Test func `too many fields are refused`() {
        let form = String(repeating: "a=1&", count: 1_001)
        #expect(throws: HTTPError.self) { try FormFields(urlEncoded: form.utf8) }
    }

    @Test func `multipart fields and files`() throws {
        let form = try multipart(
            """
            a preamble
            --b
            Content-Disposition: form-data; name="note"

            two
            lines
            --b
            content-disposition: form-data; name="image"; filename="a;\\"b\\".png"
            Content-Type: image/png

            --a--b\u{0}
            --b
            Content-Disposition: form-data; name="empty"


            --b--
            an epilogue
            """)
        #expect(form["note"] == "two\r\nlines")
        #expect(form["empty"] == "")
        let file = try #require(form.file("image"))
        #expect(file.fileName == "a;\"b\".png")
        #expect(file.contentType == "image/png")
        #expect(file.content == Array("--a--b\u{0}".utf8))
    }

    @Test func `an empty multipart form`() throws {
        #expect(try multipart("--b--\n").fields.isEmpty)
    }

    @Test(arguments: [
        "", "--b", "--b\n", "nothing", "--b\nContent-Disposition: form-data; name=\"a\"\n\ntext",
        "--b\nContent-Disposition: form-data\n\ntext\n--b--", "--b\n\ntext\n--b--",
        "--b\nContent-Disposition: form-data; name=\"a\"\n--b--",
    ])
    func `a multipart form that is cut off is refused`(text: String) {
        #expect(throws: HTTPError.self) { try multipart(text) }
    }

    @Test func `a part with a head as long as a picture is refused before it is taken apart`() {
        let head = "Content-Disposition: form-data; name=x" + String(repeating: ";a=b", count: 2_100)
        #expect(throws: HTTPError.self) { try multipart("--b\r\n\(head)\r\n\r\n1\r\n--b--") }
    }

    @Test func `a boundary that is none is refused`() {
        #expect(throws: HTTPError.self) { try multipart("--\n", boundary: "") }
        #expect(throws: HTTPError.self) {
            try multipart("--b--", boundary: String(repeating: "b", count: 71))
        }
    }

    @Test func `no cut of a form crashes`() throws {
        let whole = Array(
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\ntext\r\n--b\r\n\r\n\r\nx\r\n--b--\r\n"
                .utf8)
        for count in 0..<whole.count {
            _ = try? FormFields(multipart: Array(whole.prefix(count)), boundary: "b")
            _ = try? FormFields(multipart: Array(whole.dropFirst(count)), boundary: "b")
        }
    }
}
