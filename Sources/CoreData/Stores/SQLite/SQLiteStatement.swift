import CSQLite
import Foundation

/// A prepared statement of one connection, used by one thread at a time.
final class SQLiteStatement {
    let handle: OpaquePointer
    private unowned let connection: SQLiteConnection

    init(_ sql: String, on connection: SQLiteConnection) throws {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else { throw connection.failure(code, statement: sql) }
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    // MARK: Binding, from 1

    @inline(__always) func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, value) }
    @inline(__always) func bind(_ value: Double, at index: Int32) { sqlite3_bind_double(handle, index, value) }
    @inline(__always) func bindNull(at index: Int32) { sqlite3_bind_null(handle, index) }

    /// Copies the text.
    func bind(_ value: String, at index: Int32) {
        var value = value
        value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                _ = sqlite3_bind_text(
                    handle, index, $0.baseAddress ?? SQLiteStatement.noBytes, Int32($0.count), Self.transient)
            }
        }
    }

    /// Copies the bytes.
    func bind(_ value: Data, at index: Int32) {
        value.withUnsafeBytes {
            _ = sqlite3_bind_blob64(
                handle, index, $0.baseAddress ?? UnsafeRawPointer(SQLiteStatement.noBytes), UInt64($0.count),
                Self.transient)
        }
    }

    /// Binds text that stays where it is until the statement has run.
    @inline(__always) func bindStaticText(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.noBytes
        sqlite3_bind_text(handle, index, start, Int32(bytes.count), nil)
    }

    /// Binds bytes that stay where they are until the statement has run.
    @inline(__always) func bindStaticBlob(_ bytes: UnsafeRawBufferPointer, at index: Int32) {
        sqlite3_bind_blob64(
            handle, index, bytes.baseAddress ?? UnsafeRawPointer(Self.noBytes), UInt64(bytes.count), nil)
    }

    /// Where an empty text or blob begins: a null pointer would bind NULL.
    // It is never written to.
    nonisolated(unsafe) private static let noBytes: UnsafePointer<CChar> = {
        let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        bytes.initialize(to: 0)
        return UnsafePointer(bytes)
    }()

    // SQLITE_TRANSIENT, which C defines as a cast that Swift does not import.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    // MARK: Running

    /// Goes to the next row.
    /// - Returns: false when there is none.
    @inline(__always) func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw failure(code)
    }

    /// Runs a statement that returns no rows.
    @inline(__always) func run() throws {
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        if code != SQLITE_DONE && code != SQLITE_ROW { throw failure(code) }
    }

    private func failure(_ code: Int32) -> SQLiteFailure {
        let failure = connection.failure(code, statement: String(cString: sqlite3_sql(handle)))
        sqlite3_reset(handle)
        return failure
    }

    @inline(__always) func reset() { sqlite3_reset(handle) }

    func clearBindings() { sqlite3_clear_bindings(handle) }

    // MARK: Columns, from 0

    @inline(__always) func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    @inline(__always) func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    @inline(__always) func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    func string(_ column: Int32) -> String? {
        guard let text = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    func data(_ column: Int32) -> Data? {
        guard !isNull(column) else { return nil }
        guard let bytes = sqlite3_column_blob(handle, column) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(handle, column)))
    }
}
