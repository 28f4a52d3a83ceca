/// A file sent with a multipart form.
public struct FormFile: Sendable, Hashable {
    /// The name of the form's field.
    public let fieldName: String

    /// The file's name as the browser gave it: to show, never to use as a path.
    public let fileName: String

    /// The media type the browser claims, or `application/octet-stream`.
    public let contentType: String

    /// The bytes of the file.
    public let content: [UInt8]
}
