import Foundation

/// Reads the JSON that `JSONWriter` writes. Keys may stand in any order, and those it does not know are passed over.
struct JSONContentsReader {
    private var reader: JSONReader
    private var faults = ImportFaults()
    private var room: RecordRoom
    private var progress: StepProgress

    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - room: How much it may bring.
    init(_ bytes: [UInt8], room: RecordRoom, _ report: @escaping WorkProgress.Report) {
        reader = JSONReader(bytes)
        self.room = room
        progress = StepProgress(.reading, of: bytes.count, report)
    }

    /// What the file holds.
    ///
    /// - Throws: `UnreadableFile`.
    mutating func contents() throws -> GardenContents {
        var contents = GardenContents()
        do {
            try requireFormat()
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "plants": contents.plants = try array { try $0.plant() }
                case "lists": contents.lists = try array { try $0.list() }
                default: try reader.skip()
                }
            }
            try reader.finish()
        } catch let fault as ImportFault {
            throw UnreadableFile(faults.faults + [fault])
        }
        try faults.requireNone()
        return contents
    }

    /// Looks at what the file says it is, before anything that a newer format may have in another way.
    private func requireFormat() throws {
        var reader = reader
        guard try reader.next() == .object else { throw Self.foreign }
        var format: String?
        var version: Int?
        try reader.beginObject()
        while format == nil || version == nil, let key = try reader.nextKey() {
            switch (key, try reader.next()) {
            case ("format", .string): format = try reader.string()
            case ("version", .number): version = try reader.wholeNumber()
            default: try reader.skip()
            }
        }
        guard format == JSONWriter.format, let version, version >= 1 else { throw Self.foreign }
        guard version <= JSONWriter.version else {
            throw ImportFault(
                "version",
                "The file was written by a newer Perennial: its format is \(version), and this one reads \(JSONWriter.version)."
            )
        }
    }

    private static let foreign = ImportFault(
        "", "The file is JSON, but no export of Perennial: it lacks “\"format\": \"perennial\"” and a version.")
}

extension JSONContentsReader {
    private mutating func plant() throws -> FilePlant? {
        var (id, genus, species, picture): (UUID?, String?, String?, FilePicture?)
        var sowings: [FileSowing] = []
        try object { record, key in
            switch key {
            case "id": id = try record.id()
            case "genus": genus = try record.text()
            case "species": species = try record.text()
            case "image": picture = try record.picture()
            case "sowings": sowings = try record.array { try $0.sowing() }
            default: try record.reader.skip()
            }
        }
        guard let genus = try required(genus, "genus") else { return nil }
        do {
            let name = try PlantForm(genus: genus, species: species ?? "").checked()
            return FilePlant(id: id, name: name, picture: picture, sowings: sowings)
        } catch GardenError.invalid(let errors) {
            for error in errors { try faults.add("\(reader.place).\(error.field.rawValue)", error.message) }
            return nil
        }
    }

    private mutating func sowing() throws -> FileSowing? {
        var (id, day, seeds, note, createdAt): (UUID?, CalendarDay?, Int?, String?, Date?)
        var keys: Set<String> = []
        try object { record, key in
            switch key {
            case "id": id = try record.id()
            case "date": day = try record.text("A day such as 2026-03-01.") { CalendarDay($0) }
            case "seeds": seeds = try record.seeds()
            case "note":
                note = try record.text().flatMap { text in
                    try record.checked { () throws(FieldError) in try NoteText.checked(text) }
                }
            case "createdAt":
                createdAt = try record.text("A moment such as 2026-03-01T10:11:12.345Z.") { MomentText.moment($0) }
            default: try record.reader.skip()
            }
            if key == "date" || key == "seeds" { keys.insert(key) }
        }
        // What is there and wrong was told already.
        for key in ["date", "seeds"] where !keys.contains(key) { _ = try required(nil as String?, key) }
        guard let day, let seeds else { return nil }
        return FileSowing(id: id, day: day, seeds: seeds, note: note, createdAt: createdAt)
    }

    private mutating func list() throws -> FileList? {
        var (id, name): (UUID?, String?)
        var items: [FileItem] = []
        try object { record, key in
            switch key {
            case "id": id = try record.id()
            case "name": name = try record.text()
            case "items": items = try record.array { try $0.item() }
            default: try record.reader.skip()
            }
        }
        guard let name = try self.name(name) else { return nil }
        return FileList(id: id, name: name, items: items)
    }

    private mutating func item() throws -> FileItem? {
        var (id, name, isDone, picture): (UUID?, String?, Bool?, FilePicture?)
        try object { record, key in
            switch key {
            case "id": id = try record.id()
            case "name": name = try record.text()
            case "done": isDone = try record.value(.bool, "True or false.") { try $0.bool() }
            case "image": picture = try record.picture()
            default: try record.reader.skip()
            }
        }
        guard let name = try self.name(name) else { return nil }
        return FileItem(id: id, name: name, isDone: isDone, picture: picture)
    }

    /// The name of a list or an item, tidied; nil for one that is none.
    private mutating func name(_ text: String?) throws -> String? {
        guard let text = try required(text, "name") else { return nil }
        do {
            return try NameText.checked(text, field: .name)
        } catch {
            try faults.add("\(reader.place).name", error.message)
            return nil
        }
    }
}

extension JSONContentsReader {
    /// Reads an object, which `each` does key by key; passes over what is none.
    private mutating func object(_ each: (inout JSONContentsReader, String) throws -> Void) throws {
        guard try reader.next() == .object else {
            try faults.add(reader.place, "An object, in braces.")
            return try reader.skip()
        }
        try reader.beginObject()
        while let key = try reader.nextKey() { try each(&self, key) }
    }

    /// Reads an array of records; without those that were told to be wrong.
    private mutating func array<Element>(
        _ element: (inout JSONContentsReader) throws -> Element?
    ) throws -> [Element] {
        switch try reader.next() {
        case .array: break
        case .null:
            try reader.skip()
            return []
        default:
            try faults.add(reader.place, "An array, in square brackets.")
            try reader.skip()
            return []
        }
        var elements: [Element] = []
        try reader.beginArray()
        while try reader.nextElement() {
            try room.take()
            if let element = try element(&self) { elements.append(element) }
            progress.done(reader.position)
        }
        return elements
    }

    /// Reads a value of one kind. Null is as if the key were not there, and what is of another kind is told.
    private mutating func value<Value>(
        _ kind: JSONReader.Kind, _ message: String, _ read: (inout JSONReader) throws -> Value?
    ) throws -> Value? {
        let next = try reader.next()
        if next == kind, let value = try read(&reader) { return value }
        if next != .null { try faults.add(reader.place, message) }
        if next != kind { try reader.skip() }
        return nil
    }

    private mutating func text() throws -> String? { try value(.string, "A text, in quotes.") { try $0.string() } }

    /// A text that says something else.
    private mutating func text<Value>(_ message: String, _ read: (String) -> Value?) throws -> Value? {
        try value(.string, message) { read(try $0.string()) }
    }

    private mutating func id() throws -> UUID? {
        try text("An id such as 4065B515-3011-4456-B05E-F5455CB536FE.") { UUID(uuidString: $0) }
    }

    private mutating func seeds() throws -> Int? {
        try value(.number, SeedCount.message) { reader in
            try reader.wholeNumber().flatMap { SeedCount.range.contains($0) ? $0 : nil }
        }
    }

    private mutating func picture() throws -> FilePicture? {
        try value(.string, "A picture in base64, of at most 10 MB.") { FilePicture(base64: try $0.textBytes()) }
    }

    /// What a rule of the forms makes of a value; nil when it was told to be wrong.
    private mutating func checked<Value>(_ rule: () throws(FieldError) -> Value) throws -> Value? {
        do {
            return try rule()
        } catch {
            try faults.add(reader.place, error.message)
            return nil
        }
    }

    /// What was read for a key that has to be there.
    private mutating func required<Value>(_ value: Value?, _ key: String) throws -> Value? {
        if value == nil { try faults.add(reader.place, "“\(key)” is missing.") }
        return value
    }
}
