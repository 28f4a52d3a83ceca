import Foundation
import Garden

/// A picture as a file. Its address is another with each picture, so a browser keeps it for good.
enum PictureFile {
    static func ofItem(_ visit: Visit) throws -> Response {
        let items = visit.garden.items(of: try visit.id("list"))
        return try response(visit) { try items.picture($0, of: try visit.id(), $1) }
    }

    static func ofPlant(_ visit: Visit) throws -> Response {
        let plant = visit.garden.plant(try visit.id())
        return try response(visit, plant.picture)
    }

    private static func response(_ visit: Visit, _ bytes: (UUID, PictureSize) throws -> Data?) throws -> Response {
        let size: PictureSize = visit.request.query["size"] == "small" ? .small : .whole
        guard let bytes = try bytes(try visit.id("picture"), size) else { throw HTTPError.notFound }
        return Response(
            contentType: "image/jpeg", headers: ["Cache-Control": "private, max-age=31536000, immutable"],
            body: .data(bytes))
    }
}
