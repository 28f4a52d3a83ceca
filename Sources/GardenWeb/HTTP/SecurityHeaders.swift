/// The header fields that keep a page to itself. The server adds each one an answer does not set.
public enum SecurityHeaders {
    /// Scripts, styles, pictures and connections from this server alone, nothing inline; framed by nobody.
    public static let contentSecurityPolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
        connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
        frame-ancestors 'none'
        """

    /// Name and value of each field.
    ///
    /// The referrer policy is `same-origin` rather than `no-referrer`: under the latter browsers send
    /// `Origin: null` with the site's own forms, which then could not be told from another site's.
    static let all: [(name: String, value: String)] = [
        ("Content-Security-Policy", contentSecurityPolicy),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ]
}
