import Foundation

/// An entity as the store has it.
final class SQLEntity: @unchecked Sendable {
    // Filled by `SQLSchema` while it is being made, read only afterwards.
    let layout: EntityLayout
    let table: String
    /// `Z_ENT`.
    let number: Int
    unowned let root: SQLEntity?
    /// The columns of the entity's own and inherited properties.
    var columns: [SQLColumn] = []
    /// By slot.
    var columnBySlot: [SQLColumn?] = []
    /// Whether a save writes the column of a slot: it has one, and no value that the store computes.
    var writesSlot: [Bool] = []
    /// How the columns are bound, in their order.
    var bindSteps: [SQLBindStep] = []
    /// The columns of values that may be in files of their own.
    var externalColumns: [SQLColumn] = []
    var toMany: [Int: SQLToMany] = [:]
    /// Columns that hold the keys of sources of to-many relationships without an inverse.
    var foreignKeys: [String] = []
    /// How the history names the properties that an update changed.
    let historyColumns: HistoryColumns

    init(layout: EntityLayout, table: String, number: Int, root: SQLEntity?) {
        self.layout = layout
        self.table = table
        self.number = number
        self.root = root
        columnBySlot = Array(repeating: nil, count: layout.slots.count)
        historyColumns = HistoryColumns(layout)
    }

    /// Whether the table has rows of several entities.
    var sharesTable: Bool { !layout.root.sublayouts.isEmpty }

    var name: String { layout.entity.name ?? "" }

    /// The column of a property by its name, or of an element of a composite attribute by its path.
    func column(named property: String) -> SQLColumn? {
        layout.slotsByPath[property].flatMap { columnBySlot[$0] }
    }

    /// The columns of a property: several, for a composite attribute. It may be an element of one, too.
    func columns(of property: NSPropertyDescription) -> [SQLColumn] {
        if let composite = property as? NSCompositeAttributeDescription {
            return composite.paths(from: composite.name).compactMap(column(named:))
        }
        let own = columns.first { $0.property === property } ?? column(named: property.name)
        return own.map { [$0] } ?? []
    }
}
