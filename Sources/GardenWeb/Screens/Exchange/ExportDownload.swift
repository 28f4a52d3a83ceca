import Garden

/// The garden as a file.
enum ExportDownload {
    static func file(_ visit: Visit) throws -> Response {
        guard let format = ExportFormat(rawValue: visit.request.parameter("format")) else { throw HTTPError.notFound }
        var bytes: [UInt8] = []
        if visit.request.method != .head {
            _ = try ExportViewModel(visit.garden.container).export(as: format) { bytes += $0 }
        }
        return Response(
            contentType: format.mediaType,
            headers: [
                "Content-Disposition": "attachment; filename=\"\(format.fileName(on: visit.today))\"",
                "Cache-Control": "no-store",
            ], body: .bytes(bytes))
    }
}
