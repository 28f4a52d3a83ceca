/// A form that somebody sent who was not signed in any more: it waits in the sign-in screen and is sent then.
struct KeptForm {
    /// Where it was sent.
    let target: String
    /// What it said, as it came.
    let content: String
    private static let longest = 64 * 1024

    /// - Returns: nil for a request that is no form of text, and for one that is too long to be kept.
    init?(_ request: Request) {
        guard request.method == .post, request.body.count <= Self.longest,
            MediaType(request.headers["content-type"] ?? "").name == "application/x-www-form-urlencoded",
            let content = String(validating: request.body, as: UTF8.self)
        else { return nil }
        target = request.path
        self.content = content
    }

    /// The one that stands in a sign-in form.
    init?(_ form: FormFields) {
        guard let target = form["kept-target"], let content = form["kept-form"], SignInScreen.isPath(target)
        else { return nil }
        self.target = target
        self.content = content
    }

    /// The fields that carry it.
    var html: HTML { .several([hidden("kept-target", target), hidden("kept-form", content)]) }

    /// The request it was, sent by the one who has signed in now.
    func request(like request: Request) throws(HTTPError) -> Request {
        var headers = request.headers
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        var kept = try Request(
            .post, target, headers: headers, body: Array(content.utf8), remoteAddress: request.remoteAddress)
        kept.isSecure = request.isSecure
        return kept
    }
}
