import Foundation

/// A file that comes with the program and goes to the browser as it is.
enum Asset: String, CaseIterable, Sendable {
    case style = "perennial.css"
    case script = "perennial.js"
    case icon = "icon.svg"
    /// The icon to the edges, which a home screen cuts to the shape of its own.
    case wholeIcon = "icon-whole.svg"
    /// The same as pixels, for home screens that take nothing else.
    case wholeIconPixels = "icon-whole.png"
    /// What a browser has to know to put the app on a home screen.
    case manifest = "manifest.webmanifest"
    /// What keeps the screens seen last, to be read without a connection.
    case worker = "service-worker.js"

    /// The bytes, from the program itself: no file has to lie beside it.
    var bytes: [UInt8] {
        switch self {
        case .style: PackageResources.perennial_css
        case .script: Self.joinedScript
        case .icon: PackageResources.icon_svg
        case .wholeIcon: PackageResources.icon_whole_svg
        case .wholeIconPixels: PackageResources.icon_whole_png
        case .manifest: PackageResources.manifest_webmanifest
        case .worker: PackageResources.service_worker_js
        }
    }

    /// The script is one module in several files, in the order in which they run.
    private static let joinedScript: [UInt8] = [
        PackageResources.pages_js,
        PackageResources.forms_js,
        PackageResources.dialogs_js,
        PackageResources.swiping_js,
        PackageResources.rows_js,
        PackageResources.morphing_js,
        PackageResources.refreshing_js,
        PackageResources.portions_js,
        PackageResources.searching_js,
        PackageResources.undo_js,
        PackageResources.live_js,
        PackageResources.keeping_js,
        PackageResources.start_js,
    ].flatMap { $0 }

    var contentType: String {
        switch self {
        case .style: "text/css; charset=utf-8"
        case .script, .worker: "text/javascript; charset=utf-8"
        case .icon, .wholeIcon: "image/svg+xml"
        case .wholeIconPixels: "image/png"
        case .manifest: "application/manifest+json"
        }
    }

    /// Changes with the content, so that an address with it can be kept for good.
    var version: String { Self.versions[self] ?? "" }

    private static let versions = [Asset: String](
        uniqueKeysWithValues: allCases.map { asset in
            // FNV-1a; it has to differ between two releases, not to withstand anybody.
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in asset.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return (asset, String(hash, radix: 36))
        })

    /// The answer to a request for it.
    func response(to request: Request) -> Response {
        let tag = "\"\(version)\""
        let isKept = request.query["v"] == version
        let headers: HTTPHeaders = [
            "ETag": tag, "Cache-Control": isKept ? "public, max-age=31536000, immutable" : "no-cache",
        ]
        if request.hasAlready(tag) { return Response(.notModified, headers: headers) }
        return Response(contentType: contentType, headers: headers, body: .bytes(bytes))
    }
}
