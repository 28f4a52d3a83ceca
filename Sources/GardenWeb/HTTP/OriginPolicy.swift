/// Whether a request that changes something comes from this site's own pages.
///
/// Browsers say so with `Sec-Fetch-Site`, but only to secure addresses and loopback; with `Origin` they say
/// it everywhere. A request that has neither comes from no browser form and is not taken as one.
enum OriginPolicy {
    /// - Parameters:
    ///   - headers: the request's header fields.
    ///   - authority: host and port the request was sent to, from its `Host` header.
    static func allowsChange(_ headers: HTTPHeaders, authority: String) -> Bool {
        let site = headers["sec-fetch-site"]
        if let site, site != "same-origin", site != "none" { return false }
        switch headers["origin"] {
        case nil, "null":
            return site == "same-origin"
        case let origin?:
            let authority = authority.lowercased()
            return origin.lowercased() == "http://\(authority)"
                || origin.lowercased() == "https://\(authority)"
        }
    }
}
