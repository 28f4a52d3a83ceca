import Foundation
import Garden

/// One command's work on the garden: the open store, and how the command answers.
///
/// It uses the view models the screens use, whether a server runs or not; open screens show what it changes.
struct GardenSession {
    /// The store.
    let container: PersistenceContainer
    /// Whether the answer is for machines.
    let isJSON: Bool

    /// The options every command on the garden has.
    static let options = [StoreLocation.option, Option("--json", "Answer in JSON, for machines.")]

    /// Opens the store, does the work, and closes the store.
    ///
    /// - Parameters:
    ///   - arguments: What was typed.
    ///   - work: Does the work; false when a part of it was refused, which it has told by then.
    /// - Returns: The exit status.
    /// - Throws: ``UsageError``; ``CommandFailure`` for what the garden refuses.
    static func run(_ arguments: Arguments, _ work: (GardenSession) throws -> Bool) throws -> Int32 {
        let location = try StoreLocation(arguments["--store"])
        let isJSON = arguments.has("--json")
        do {
            let session = GardenSession(
                container: try PersistenceContainer(storeURL: location.file), isJSON: isJSON)
            defer { try? session.container.close() }
            return try work(session) ? CommandLineTool.success : CommandLineTool.failure
        } catch let refusal as GardenError {
            if isJSON { print(try json(RefusalRecord(refusal))) }
            throw CommandFailure(refusal.message)
        }
    }

    /// Answers in the form that was asked for.
    ///
    /// - Parameters:
    ///   - value: The answer for machines.
    ///   - lines: The answer for people.
    func answer(_ value: some Encodable, _ lines: [String]) throws {
        if isJSON {
            print(try Self.json(value))
        } else {
            for line in lines { print(line) }
        }
    }

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension RowPage {
    /// All rows, portion after portion.
    ///
    /// - Parameter portion: Gives the portion after a cursor.
    static func allRows(_ portion: (RowCursor?) throws -> RowPage<Row>) rethrows -> [Row] {
        var rows: [Row] = []
        var cursor: RowCursor?
        repeat {
            let page = try portion(cursor)
            rows += page.rows
            cursor = page.next
        } while cursor != nil
        return rows
    }
}
