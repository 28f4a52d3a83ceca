import Foundation

/// Writes what a save changed in relationships that are not a column of the changed object's own row: pairs of
/// join tables, foreign keys of to-many relationships without an inverse, and orders.
struct RelationshipWriter {
    private let store: SQLiteStore
    private let connection: SQLiteConnection
    private let request: SaveRequest

    init(_ store: SQLiteStore, _ connection: SQLiteConnection, _ request: SaveRequest) {
        self.store = store
        self.connection = connection
        self.request = request
    }

    func write() throws {
        for object in request.deleted { try forget(object) }
        for object in request.updated { try write(object) }
        for object in request.inserted { try write(object) }
    }

    private func primaryKey(_ object: NSManagedObject) -> Int64 { request.permanent(object.key).primaryKey }

    private func write(_ object: NSManagedObject) throws {
        guard let related = object.related else { return }
        let layout = object.layout
        for slot in layout.toManySlots {
            guard let value = related[Int(layout.links[slot].index)] as? ToManyValue, value.isChanged,
                let toMany = store.schema[layout.ordinal].toMany[slot]
            else { continue }
            switch toMany {
            case .join(let join):
                try write(value, of: object, join)
            case .foreignKey(let destination, let column, let orderColumn):
                if layout.links[slot].inverse < 0 {
                    try setForeignKeys(value, of: object, destination, column)
                }
                if let orderColumn {
                    try number(
                        value.members.objects,
                        "UPDATE \(destination.table) SET \(orderColumn) = ? WHERE Z_PK = ?"
                    ) { _ in }
                }
            }
        }
    }

    private func write(_ value: ToManyValue, of object: NSManagedObject, _ join: SQLJoin) throws {
        let columns = "\(join.sourceColumn), \(join.destinationColumn)"
        let add = try connection.statement("INSERT OR IGNORE INTO \(join.table) (\(columns)) VALUES (?, ?)")
        for other in value.added.objects where !other.isDeleted {
            add.bind(primaryKey(object), at: 1)
            add.bind(primaryKey(other), at: 2)
            try add.run()
        }
        let remove = try connection.statement(
            "DELETE FROM \(join.table) WHERE \(join.sourceColumn) = ? AND \(join.destinationColumn) = ?")
        for other in value.removed.objects {
            remove.bind(primaryKey(object), at: 1)
            remove.bind(primaryKey(other), at: 2)
            try remove.run()
        }
        guard let order = join.orderColumn else { return }
        try number(
            value.members.objects,
            "UPDATE \(join.table) SET \(order) = ? "
                + "WHERE \(join.destinationColumn) = ? AND \(join.sourceColumn) = ?"
        ) { $0.bind(primaryKey(object), at: 3) }
    }

    private func setForeignKeys(
        _ value: ToManyValue, of object: NSManagedObject, _ destination: SQLEntity, _ column: String
    ) throws {
        let remove = try connection.statement(
            "UPDATE \(destination.table) SET \(column) = NULL WHERE Z_PK = ? AND \(column) = ?")
        for other in value.removed.objects {
            remove.bind(primaryKey(other), at: 1)
            remove.bind(primaryKey(object), at: 2)
            try remove.run()
        }
        let add = try connection.statement("UPDATE \(destination.table) SET \(column) = ? WHERE Z_PK = ?")
        for other in value.added.objects {
            add.bind(primaryKey(object), at: 1)
            add.bind(primaryKey(other), at: 2)
            try add.run()
        }
    }

    /// Numbers objects in their order, as Apple's store does: from 2048 in steps of 1024.
    private func number(
        _ objects: ContiguousArray<NSManagedObject>, _ sql: String, _ bind: (SQLiteStatement) -> Void
    ) throws {
        let statement = try connection.statement(sql)
        for (index, object) in objects.enumerated() {
            statement.bind(Int64(2048 + 1024 * index), at: 1)
            statement.bind(primaryKey(object), at: 2)
            bind(statement)
            try statement.run()
        }
    }

    /// Takes a deleted object out of the tables that name it.
    private func forget(_ object: NSManagedObject) throws {
        let entity = store.schema[object.layout.ordinal]
        for (slot, toMany) in entity.toMany {
            let sql: String
            switch toMany {
            case .join(let join):
                sql = "DELETE FROM \(join.table) WHERE \(join.sourceColumn) = ?"
            case .foreignKey(let destination, let column, _):
                guard object.layout.links[slot].inverse < 0 else { continue }
                sql = "UPDATE \(destination.table) SET \(column) = NULL WHERE \(column) = ?"
            }
            let statement = try connection.statement(sql)
            statement.bind(object.key.primaryKey, at: 1)
            try statement.run()
        }
    }
}
