import Foundation
import Garden

/// The garden as a file. With its pictures it can be larger than memory, so it is written to a disk first: what is sent
/// is then known to be whole.
enum ExportDownload {
    static func file(_ visit: Visit) throws -> Response {
        guard let format = ExportFormat(rawValue: visit.request.parameter("format")) else { throw HTTPError.notFound }
        var body = Response.Body.bytes([])
        if visit.request.method != .head {
            do {
                let file = try UnnamedFile()
                _ = try ExportViewModel(visit.garden.container).export(as: format, write: file.add)
                body = .file(file)
            } catch let error as POSIXError {
                throw HTTPError(
                    .serviceUnavailable,
                    "The file could not be made: \(String(cString: strerror(error.code.rawValue))).")
            }
        }
        return Response(
            contentType: format.mediaType,
            headers: [
                "Content-Disposition": "attachment; filename=\"\(format.fileName(on: visit.today))\"",
                "Cache-Control": "no-store",
            ], body: body)
    }
}
