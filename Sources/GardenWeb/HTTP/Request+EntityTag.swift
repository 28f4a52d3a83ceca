extension Request {
    /// Whether the browser says that it has what `tag` stands for (RFC 9110, 13.1.2: compared weakly).
    func hasAlready(_ tag: String) -> Bool {
        headers.all("if-none-match").contains { header in
            header.split(separator: ",").contains { entry in
                var entry = entry.trimmingSpaces()
                if entry.hasPrefix("W/") { entry.removeFirst(2) }
                return entry == tag || entry == "*"
            }
        }
    }
}
