extension Response {
    /// The status and the sentence of an ``HTTPError`` as plain text; for any other error a 500 that tells
    /// nothing of it.
    static func plainText(for error: any Error) -> Response {
        let error =
            error as? HTTPError
            ?? HTTPError(.internalServerError, "Something went wrong here; what was asked for was not done.")
        var response = Response.text(error.message + "\n", status: error.status)
        if !error.allowedMethods.isEmpty {
            response.headers["Allow"] = error.allowedMethods.map(\.rawValue).joined(separator: ", ")
        }
        return response
    }
}
