/// What a request has to be before a handler sees it.
struct RequestCheck: Sendable {
    let hostPolicy: HostPolicy
    let proxies: TrustedProxies
    /// Whether the server itself speaks TLS.
    let isSecure: Bool

    /// The head of a request, sorted out.
    ///
    /// - Parameters:
    ///   - method: as it stands in the request line.
    ///   - target: as it stands there, undecoded.
    /// - Throws: ``HTTPError`` 405 for an unknown method, 400 for an unreadable target, a missing or repeated
    ///   `Host` and lengths that contradict each other, 421 for a foreign `Host`, 403 for a change another
    ///   site asks for.
    func request(
        method: String, target: [UInt8], headers: HTTPHeaders, remoteAddress: String
    ) throws(HTTPError) -> Request {
        try checkFraming(headers)
        let target = try RequestTarget(target)
        let hosts = headers.all("host")
        guard hosts.count == 1, let named = target.authority ?? hosts.first else {
            throw .badRequest("The request does not say which host it is for.")
        }
        let origin = proxies.origin(headers, authority: named, address: remoteAddress)
        let authority = origin.authority
        guard hostPolicy.allows(authority) else {
            throw HTTPError(.misdirectedRequest, "This server does not answer to that name.")
        }
        guard let method = HTTPMethod(rawValue: method) else {
            throw HTTPError(
                .methodNotAllowed, "This server does not take that method.",
                allowedMethods: HTTPMethod.allCases)
        }
        guard method.isSafe || OriginPolicy.allowsChange(headers, authority: authority) else {
            throw HTTPError(
                .forbidden, "The request does not come from a page of this site, so nothing was changed.")
        }
        var request = Request(method: method, target: target, headers: headers, remoteAddress: origin.address)
        request.isSecure = isSecure || origin.isSecure
        return request
    }

    /// Refuses a body whose end two readers could see at different places. libmicrohttpd takes the first
    /// length and prefers chunks to it; a proxy in front may do otherwise.
    private func checkFraming(_ headers: HTTPHeaders) throws(HTTPError) {
        let lengths = headers.all("content-length")
        let encodings = headers.all("transfer-encoding")
        guard lengths.count + encodings.count <= 1,
            encodings.first.map({ $0.lowercased() == "chunked" }) ?? true
        else { throw .badRequest("The request contradicts itself about the length of its body.") }
    }
}
