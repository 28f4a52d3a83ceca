/// The files that come with the program, under `/assets/`.
///
///     let assets = StaticAssets(["perennial.css": PackageResources.perennial_css])
///     router.get("/assets/{name}", assets.respond)
///     page.stylesheet(assets.address(of: "perennial.css"))
public struct StaticAssets: Sendable {
    private let assets: [String: StaticAsset]

    /// - Parameter files: bytes by file name.
    public init(_ files: [String: [UInt8]]) {
        assets = Dictionary(uniqueKeysWithValues: files.map { ($0, StaticAsset(name: $0, bytes: $1)) })
    }

    /// The address of a file, with its version, for links in pages.
    ///
    /// - Precondition: there is a file of that name.
    public func address(of name: String) -> String {
        guard let asset = assets[name] else {
            preconditionFailure("There is no asset \(name); the folder Assets holds \(assets.keys.sorted()).")
        }
        return "/assets/\(name)?v=\(asset.version)"
    }

    /// Answers a request of the route `/assets/{name}`.
    ///
    /// - Throws: ``HTTPError/notFound`` if there is no file of that name.
    @Sendable
    public func respond(to request: Request) throws(HTTPError) -> Response {
        guard let asset = assets[request.parameter("name")] else { throw .notFound }
        return asset.response(to: request)
    }
}
