import CoreData
import Foundation
import Testing

@Suite("Composite attributes") struct CompositeAttributeTests {
    /// Places in which a composite attribute is used, each with a container of its own.
    enum Store: CaseIterable {
        case file, inMemory, devNull

        func container(_ model: NSManagedObjectModel = CompositeAttributeTests.model()) throws -> NSPersistentContainer
        {
            switch self {
            case .file: try GardenStack.container(GardenStack.url(), model: model)
            case .inMemory: try GardenStack.container(type: NSInMemoryStoreType, model: model)
            case .devNull: try GardenStack.container(URL(fileURLWithPath: "/dev/null"), model: model)
            }
        }
    }

    private static func composite(
        _ name: String, optional: Bool = true, _ elements: [NSAttributeDescription]
    ) -> NSCompositeAttributeDescription {
        let composite = NSCompositeAttributeDescription()
        composite.name = name
        composite.isOptional = optional
        composite.elements = elements
        return composite
    }

    static func model() -> NSManagedObjectModel {
        let bounded = attribute("latitude", .doubleAttributeType, optional: false)
        bounded.setValidationPredicates(
            [NSPredicate(format: "SELF <= 90")], withValidationWarnings: ["It is no latitude."])
        let place = composite(
            "place",
            [
                bounded, attribute("longitude", .doubleAttributeType), attribute("name", .stringAttributeType),
                composite("seen", [attribute("day", .dateAttributeType), attribute("by", .stringAttributeType)]),
            ])
        let bed = entity(
            "Bed",
            [
                attribute("name", .stringAttributeType), place,
                composite(
                    "size",
                    [
                        attribute("width", .integer16AttributeType, value: 2), attribute("unit", .stringAttributeType),
                        attribute("price", .decimalAttributeType),
                    ]),
            ])
        let plant = entity("Plant", [attribute("name", .stringAttributeType)])
        relate(plant, "bed", .one, bed, "plants", .many)
        let model = NSManagedObjectModel()
        model.entities = [bed, plant]
        return model
    }

    private func place(_ latitude: Double, _ name: String? = nil, by: String? = nil) -> [String: Any] {
        var place: [String: Any] = ["latitude": latitude]
        place["name"] = name
        if let by { place["seen"] = ["by": by] }
        return place
    }

    private func names(_ objects: [NSManagedObject]) -> [String] { objects.compactMap { $0.text("name") } }

    @Test("What is saved is read, elements of every depth, in each store", arguments: Store.allCases)
    func roundTrip(store: Store) throws {
        let container = try store.container()
        let (writer, reader) = (container.newBackgroundContext(), container.newBackgroundContext())
        let day = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
        try writer.performAndWait {
            writer.make("Bed", ["name": "nowhere"])
            let bed = writer.make("Bed", ["name": "south"])
            bed.setValue(
                ["latitude": 1.5, "name": "Süd", "seen": ["day": day, "by": "Ann"]] as [String: Any], forKey: "place")
            bed.setValue(["width": 3, "price": NSDecimalNumber(string: "4.20")] as [String: Any], forKey: "size")
            try writer.save()
        }
        try reader.performAndWait {
            let bed = try #require(try reader.all("Bed", "name == 'south'").first)
            let place = try #require(bed.value(forKey: "place") as? [String: Any])
            #expect(Set(place.keys) == ["latitude", "name", "seen"])
            #expect(place["latitude"] as? Double == 1.5 && place["name"] as? String == "Süd")
            #expect((place["seen"] as? [String: Any])?["day"] as? Date == day)
            #expect(bed.value(forKeyPath: "place.seen.by") as? String == "Ann")
            #expect(bed.value(forKeyPath: "size.price") as? NSDecimalNumber == NSDecimalNumber(string: "4.2"))
            let nowhere = try #require(try reader.all("Bed", "name == 'nowhere'").first)
            #expect(nowhere.value(forKey: "place") == nil && nowhere.value(forKeyPath: "place.seen.by") == nil)
            // The elements' default values are a new object's.
            #expect((nowhere.value(forKey: "size") as? [String: Any])?["width"] as? Int == 2)
            bed.setValue(nil, forKey: "place")
            bed.setValue("cm", forKeyPath: "size.unit")
            #expect(Set(bed.changedValues().keys) == ["place", "size"])
            #expect(bed.committedValues(forKeys: ["place"])["place"] is [String: Any])
            try reader.save()
            reader.refresh(bed, mergeChanges: false)
            #expect(bed.value(forKey: "place") == nil)
            #expect(bed.value(forKeyPath: "size.unit") as? String == "cm")
            #expect(bed.value(forKeyPath: "size.width") as? Int == 3)
        }
    }

    @Test(
        "Predicates name elements, in a store, unsaved and in memory",
        arguments: [
            ("place.latitude > 1", ["b", "c"]), ("place.latitude == 1", ["a"]), ("place.name == 'x'", ["a", "c"]),
            ("place.name == nil", ["b", "d"]), ("place.seen.by BEGINSWITH[c] 'A'", ["c"]),
            ("place.latitude BETWEEN {1, 2}", ["a", "b"]), ("place.name IN {'x', 'y'}", ["a", "c"]),
            ("place.latitude + 1 == 3", ["b"]), ("NOT place.latitude > 1", ["a"]),
            ("place.seen.by != nil AND name == 'c'", ["c"]), ("ANY plants.bed.place.name == 'x'", ["c"]),
        ] as [(String, [String])], Store.allCases)
    func predicates(example: (format: String, expected: [String]), store: Store) throws {
        let (format, expected) = example
        let container = try store.container()
        let (writer, reader) = (container.newBackgroundContext(), container.newBackgroundContext())
        try writer.performAndWait { () throws in
            writer.make("Bed", ["name": "a", "place": place(1, "x")])
            writer.make("Bed", ["name": "b", "place": place(2)])
            let bed = writer.make("Bed", ["name": "c", "place": place(3, "x", by: "Ann")])
            writer.make("Bed", ["name": "d"])
            writer.make("Plant", ["name": "p", "bed": bed])
            #expect(names(try writer.all("Bed", format)).sorted() == expected)
            try writer.save()
            let all = try writer.all("Bed")
            let inMemory = all.filter { NSPredicate(format: format).evaluate(with: $0) }
            // In memory nil is not greater, and NOT makes it true.
            #expect(names(inMemory).filter { $0 != "d" || !format.hasPrefix("NOT") }.sorted() == expected)
        }
        #expect(try reader.performAndWait { names(try reader.all("Bed", format)).sorted() } == expected)
    }

    @Test("Sorting and dictionaries name elements", arguments: [false, true]) func sorting(isSaved: Bool) throws {
        try GardenStack.run(model: Self.model()) { context, _ in
            for (name, latitude) in [("a", 3.0), ("b", 1), ("c", 2)] {
                let bed = context.make("Bed", ["name": name, "place": place(latitude, name)])
                context.make("Plant", ["name": name, "bed": bed])
            }
            if isSaved { try context.save() }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Bed")
            request.sortDescriptors = [NSSortDescriptor(key: "place.latitude", ascending: true)]
            #expect(names(try context.fetch(request)) == ["b", "c", "a"])
            let plants = NSFetchRequest<NSManagedObject>(entityName: "Plant")
            plants.sortDescriptors = [NSSortDescriptor(key: "bed.place.latitude", ascending: false)]
            #expect(names(try context.fetch(plants)) == ["a", "c", "b"])
            guard isSaved else { return }
            let rows = NSFetchRequest<NSDictionary>(entityName: "Bed")
            rows.resultType = .dictionaryResultType
            rows.propertiesToFetch = ["name", "place.latitude"]
            rows.sortDescriptors = [NSSortDescriptor(key: "place.latitude", ascending: true)]
            #expect(try context.fetch(rows).map { $0["place.latitude"] as? Double } == [1, 2, 3])
            // The whole of it is no column.
            #expect(throws: CocoaError.self) { try context.all("Bed", "place == 4") }
            #expect(throws: CocoaError.self) { try context.all("Bed", "place.altitude == 4") }
        }
    }

    @Test("Elements are validated where there is a value, with the path as the key") func validation() throws {
        try GardenStack.run(model: Self.model()) { context, _ in
            let bed = context.make("Bed", ["name": "a", "place": place(91)])
            func fault() -> (code: Int, key: String?) {
                do {
                    try context.save()
                    return (0, nil)
                } catch {
                    let error = error as NSError
                    return (error.code, error.userInfo[NSValidationKeyErrorKey] as? String)
                }
            }
            #expect(fault() == (NSManagedObjectValidationError, "place.latitude"))
            bed.setValue(["name": "x"], forKey: "place")
            #expect(fault() == (NSValidationMissingMandatoryPropertyError, "place.latitude"))
            var value: AnyObject? = place(100) as AnyObject
            #expect(throws: NSError.self) { try bed.validateValue(&value, forKey: "place") }
            bed.setValue(nil, forKey: "place")
            #expect(fault() == (0, nil))
        }
    }

    @Test("Undo, rollback and refreshing bring the whole of it back") func undo() throws {
        try GardenStack.run(model: Self.model()) { context, _ in
            context.undoManager = UndoManager()
            let bed = context.make("Bed", ["name": "a", "place": place(1, "x", by: "Ann")])
            try context.save()
            bed.setValue(place(2), forKey: "place")
            context.processPendingChanges()
            #expect(bed.value(forKeyPath: "place.name") == nil)
            context.undo()
            #expect(bed.value(forKeyPath: "place.seen.by") as? String == "Ann" && !bed.hasPersistentChangedValues)
            context.redo()
            #expect(
                bed.value(forKeyPath: "place.latitude") as? Double == 2 && bed.value(forKeyPath: "place.name") == nil)
            context.rollback()
            #expect(bed.value(forKeyPath: "place.name") as? String == "x" && !context.hasChanges)
        }
    }

    @Test(
        "A conflict settles the whole of it: no value is made of parts of two",
        arguments: [
            (NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, 2.0, String?.none),
            (.mergeByPropertyStoreTrumpMergePolicyType, 1.0, "theirs"),
        ])
    func conflict(policy: NSMergePolicyType, latitude: Double, name: String?) throws {
        let container = try Store.file.container()
        let (mine, theirs) = (container.newBackgroundContext(), container.newBackgroundContext())
        mine.mergePolicy = NSMergePolicy(merge: policy)
        try mine.performAndWait {
            let bed = mine.make("Bed", ["name": "a", "place": place(1)])
            try mine.save()
            try theirs.performAndWait {
                try theirs.all("Bed")[0].setValue("theirs", forKeyPath: "place.name")
                try theirs.save()
            }
            bed.setValue(2, forKeyPath: "place.latitude")
            try mine.save()
            mine.refresh(bed, mergeChanges: false)
            #expect(bed.value(forKeyPath: "place.latitude") as? Double == latitude)
            #expect(bed.value(forKeyPath: "place.name") as? String == name)
        }
    }

    @Test("A child's change reaches the parent and the store") func child() throws {
        let container = try Store.file.container()
        let parent = container.newBackgroundContext()
        let child = parent.child()
        try parent.performAndWait {
            parent.make("Bed", ["name": "a", "place": place(1, "x")])
            try parent.save()
        }
        try child.performAndWait {
            let bed = try child.all("Bed", "place.name == 'x'")[0]
            bed.setValue("y", forKeyPath: "place.name")
            try child.save()
        }
        try parent.performAndWait {
            #expect(names(try parent.all("Bed", "place.name == 'y' AND place.latitude == 1")) == ["a"])
            try parent.save()
        }
    }

    @Test("Elements have columns of their bare names, numbered where a name is taken") func columns() throws {
        let url = try GardenStack.url()
        _ = try GardenStack.container(url, model: Self.model())
        #expect(
            SQLiteFile(url).columns(of: "ZBED") == [
                "Z_PK INTEGER", "Z_ENT INTEGER", "Z_OPT INTEGER", "ZWIDTH INTEGER", "ZDAY TIMESTAMP",
                "ZLATITUDE FLOAT", "ZLONGITUDE FLOAT", "ZPRICE DECIMAL", "ZBY VARCHAR", "ZNAME VARCHAR",
                "ZNAME1 VARCHAR", "ZUNIT VARCHAR",
            ])
    }

    /// A model file with a version of a composite attribute.
    private static func file(_ elements: String, entity: String = "") throws -> NSManagedObjectModel {
        let url = try GardenStack.url().deletingLastPathComponent().appendingPathComponent("Beds.xcdatamodel")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Bed"><attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>\(entity)</entity>
            <composite name="Place">\(elements)</composite></model>
            """
        try Data(text.utf8).write(to: url.appendingPathComponent("contents"))
        return try #require(NSManagedObjectModel(contentsOf: url))
    }

    @Test("Constraints and indexes of a model file name elements, or all of them") func constraints() throws {
        let model = try Self.file(
            """
            <attribute name="x" attributeType="Double"/><attribute name="y" optional="YES" attributeType="Double"/>
            """,
            entity: """
                <fetchIndex name="byX"><fetchIndexElement property="place.x" type="Binary" order="descending"/></fetchIndex>
                <uniquenessConstraints><uniquenessConstraint><constraint value="place"/></uniquenessConstraint>
                <uniquenessConstraint><constraint value="name"/><constraint value="place.y"/></uniquenessConstraint>
                </uniquenessConstraints>
                """)
        let url = try GardenStack.url()
        let context = try GardenStack.container(url, model: model).newBackgroundContext()
        #expect(
            SQLiteFile(url).texts(
                "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql LIKE '%Bed%' ORDER BY name")
                == [
                    "CREATE UNIQUE INDEX Z_Bed_UNIQUE_name_place_y ON ZBED (ZNAME COLLATE BINARY ASC, ZY COLLATE BINARY ASC)",
                    "CREATE UNIQUE INDEX Z_Bed_UNIQUE_place_x_place_y ON ZBED (ZX COLLATE BINARY ASC, ZY COLLATE BINARY ASC)",
                    "CREATE INDEX Z_Bed_byX ON ZBED (ZX COLLATE BINARY DESC)",
                ])
        try context.performAndWait {
            context.make("Bed", ["name": "a", "place": ["x": 1, "y": 2.5]])
            try context.save()
            context.make("Bed", ["name": "b", "place": ["x": 1, "y": 2.5]])
            #expect(code { try context.save() } == NSManagedObjectConstraintMergeError)
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.save()
            #expect(names(try context.all("Bed")) == ["b"])
            try context.all("Bed")[0].setValue(["x": 2], forKey: "place")
            try context.save()
            #expect(names(try context.all("Bed", "place.y == nil AND place.x == 2")) == ["b"])
        }
    }

    @Test("Elements come, go and are renamed in a migration; what is nil stays so") func migration() throws {
        func plants(_ elements: String) -> String {
            """
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/></entity>
            <composite name="Place">\(elements)</composite><entity name="Stone">
            """
        }
        let versions = try MigrationTests.Versions(
            plants(
                """
                <attribute name="x" attributeType="Double"/><attribute name="y" optional="YES" attributeType="Double"/>
                """),
            plants(
                """
                <attribute name="east" attributeType="Double" elementID="x"/>
                <attribute name="kind" optional="YES" attributeType="String"/>
                """))
        let url = try versions.store([["name": "a", "place": ["x": 1.5, "y": 2]], ["name": "b"]])
        let context = try GardenStack.container(url, model: versions.new).newBackgroundContext()
        try context.performAndWait {
            let plants = try context.all("Plant").sorted { ($0.text("name") ?? "") < ($1.text("name") ?? "") }
            #expect(plants[0].value(forKeyPath: "place.east") as? Double == 1.5)
            #expect((plants[0].value(forKey: "place") as? [String: Any])?.count == 1)
            #expect(plants[1].value(forKey: "place") == nil)
            plants[1].setValue(["east": 3, "kind": "sand"] as [String: Any], forKey: "place")
            try context.save()
        }
        #expect(
            SQLiteFile(url).texts("SELECT ZEAST || ' ' || IFNULL(ZKIND, '') FROM ZPLANT ORDER BY 1") == [
                "1.5 ", "3.0 sand",
            ])
    }
}
