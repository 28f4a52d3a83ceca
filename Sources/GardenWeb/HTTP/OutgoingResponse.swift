import CMicroHTTPD
import Foundation

/// Turns a ``Response`` into libmicrohttpd's own.
enum OutgoingResponse {
    /// Queues `response` as the answer to the request that `connection` is busy with.
    ///
    /// - Returns: `NO` if memory has run out, which ends the connection.
    static func queue(_ response: Response, over connection: OpaquePointer) -> MHD_Result {
        guard let outgoing = make(response.body) else { return .NO }
        // The queue holds a reference of its own.
        defer { MHD_destroy_response(outgoing) }
        for field in response.headers.fields {
            MHD_add_response_header(outgoing, field.name, field.value)
        }
        for (name, value) in SecurityHeaders.all where response.headers[name] == nil {
            MHD_add_response_header(outgoing, name, value)
        }
        return MHD_queue_response(connection, UInt32(response.status.rawValue), outgoing)
    }

    private static func make(_ body: Response.Body) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { copy($0) }
        case .data(let data):
            return data.withUnsafeBytes { copy($0) }
        case .file(let file):
            guard let descriptor = file.descriptorToGive() else { return nil }
            // It closes the descriptor with the response's last reference.
            let response = MHD_create_response_from_fd64(UInt64(file.count), descriptor)
            if response == nil { close(descriptor) }
            return response
        case .stream(let stream):
            // Released by `freeStreamReader`, which libmicrohttpd calls with the response's last reference.
            let reference = Unmanaged.passRetained(stream).toOpaque()
            let response = MHD_create_response_from_callback(
                UInt64.max, 16 * 1024, readStream, reference, freeStreamReader)
            if response == nil { freeStreamReader(stream: reference) }
            return response
        }
    }

    private static func copy(_ bytes: UnsafeRawBufferPointer) -> OpaquePointer? {
        // The pointer is only read, since the bytes are copied; C just does not say so.
        MHD_create_response_from_buffer(
            bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
}
