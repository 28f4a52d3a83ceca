/// Rows that stand one behind the other in a chunk, in the order in which they were read.
struct RowRun {
    let chunk: RowChunk
    let start: Int
    let count: Int

    @inline(__always) subscript(index: Int) -> UnsafeMutableRawPointer {
        chunk.rows + (start + index) * chunk.layout.stride
    }
}

extension Sequence<RowRun> {
    /// The rows, to be found by their keys.
    func byKey() -> [ObjectKey: (chunk: RowChunk, row: UnsafeMutableRawPointer)] {
        var rows: [ObjectKey: (chunk: RowChunk, row: UnsafeMutableRawPointer)] = [:]
        for run in self {
            for index in 0..<run.count { rows[EntityLayout.key(of: run[index])] = (run.chunk, run[index]) }
        }
        return rows
    }
}
