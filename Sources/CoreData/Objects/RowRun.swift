/// Rows that stand one behind the other in a chunk, in the order in which they were read.
struct RowRun {
    let chunk: RowChunk
    let start: Int
    let count: Int

    @inline(__always) subscript(index: Int) -> UnsafeMutableRawPointer {
        chunk.rows + (start + index) * chunk.layout.stride
    }
}
