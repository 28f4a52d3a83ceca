import CoreData
import Foundation
import Testing

@Suite("Statements 190–195: values that the store derives") struct DerivedAttributeTests {

    private static func derived(
        _ name: String, _ type: NSAttributeType, _ expression: String, optional: Bool = true
    ) -> NSDerivedAttributeDescription {
        let attribute = NSDerivedAttributeDescription()
        (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, optional)
        attribute.derivationExpression = NSExpression(format: expression)
        return attribute
    }

    /// Authors with books, pens that many may share, and novels, which are books.
    private static func model(
        authors: [NSPropertyDescription] = [], books: [NSPropertyDescription] = []
    ) -> NSManagedObjectModel {
        let author = NSEntityDescription(), book = NSEntityDescription(), novel = NSEntityDescription()
        let pen = NSEntityDescription()
        (author.name, book.name, novel.name, pen.name) = ("Author", "Book", "Novel", "Pen")
        author.properties = [attribute("name", .stringAttributeType)] + authors
        book.properties =
            [attribute("title", .stringAttributeType), attribute("pages", .integer32AttributeType)] + books
        pen.properties = [attribute("price", .doubleAttributeType)]
        relate(author, "books", .many, book, "author")
        relate(author, "pens", .many, pen, "owners", .many)
        book.subentities = [novel]
        let model = NSManagedObjectModel()
        model.entities = [author, book, novel, pen]
        return model
    }

    private func run(
        _ model: NSManagedObjectModel, type: String = NSSQLiteStoreType,
        _ body: (NSManagedObjectContext, NSPersistentContainer) throws -> Void
    ) throws {
        let container = try GardenStack.container(type: type, model: model)
        let context = container.newBackgroundContext()
        try context.performAndWait { try body(context, container) }
    }

    @Test(
        "190, 191. Copies, capitals, and text without case and marks are there after the save and a refresh, nil before",
        arguments: [NSSQLiteStoreType, NSInMemoryStoreType])
    func texts(type: String) throws {
        let model = Self.model(
            authors: [
                Self.derived("copy", .stringAttributeType, "name"),
                Self.derived("plain", .stringAttributeType, "canonical:(name)"),
                Self.derived("loud", .stringAttributeType, "uppercase:(name)"),
                Self.derived("quiet", .stringAttributeType, "lowercase:(name)"),
            ],
            books: [
                Self.derived("by", .stringAttributeType, "author.name"),
                Self.derived("byLoud", .stringAttributeType, "uppercase:(author.name)"),
            ])
        try run(model, type: type) { context, _ in
            let author = context.make("Author", ["name": "Héllo Wörld, straße"])
            let books = ["Book", "Novel"].map { context.make($0, ["title": "t", "author": author]) }
            let loose = context.make("Book", ["title": "loose"])
            #expect(author.text("plain") == nil)
            func after(_ change: () -> Void) throws {
                change()
                try context.save()
                context.refreshAllObjects()
            }
            try after {}
            #expect(author.text("copy") == "Héllo Wörld, straße" && author.text("plain") == "hello world, strasse")
            #expect(author.text("loud") == "HÉLLO WÖRLD, STRASSE" && author.text("quiet") == "héllo wörld, straße")
            #expect(books.map { $0.text("by") } == [author.text("name"), author.text("name")])
            #expect(loose.text("by") == nil)
            try after { author.setValue("Ödön", forKey: "name") }
            #expect(author.text("plain") == "odon" && books.map { $0.text("byLoud") } == ["ÖDÖN", "ÖDÖN"])
            try after {
                books[0].setValue(nil, forKey: "author")
                loose.setValue(author, forKey: "author")
                author.setValue(nil, forKey: "copy")
            }
            #expect([books[0], books[1], loose].map { $0.text("by") } == [nil, "Ödön", "Ödön"])
            #expect(author.text("copy") == "Ödön")
            try after { author.setValue(nil, forKey: "name") }
            #expect(author.text("plain") == nil && loose.text("by") == nil)
            try after { context.delete(author) }
            #expect(books[1].text("by") == nil)
        }
    }

    @Test(
        "192. Counts and sums follow what joins, moves, changes and goes, at the next save",
        arguments: [NSSQLiteStoreType, NSInMemoryStoreType])
    func aggregates(type: String) throws {
        let model = Self.model(authors: [
            Self.derived("bookCount", .integer32AttributeType, "books.@count"),
            Self.derived("pageSum", .integer64AttributeType, "books.pages.@sum"),
            Self.derived("penCount", .integer32AttributeType, "pens.@count"),
            Self.derived("penSum", .doubleAttributeType, "pens.@sum.price"),
        ])
        try run(model, type: type) { (context, _) throws in
            let authors = ["A", "B"].map { context.make("Author", ["name": $0]) }
            func after(_ change: () -> Void) throws -> [[Double]] {
                change()
                try context.save()
                context.refreshAllObjects()
                return authors.map { author in
                    ["bookCount", "pageSum", "penCount", "penSum"].map { key in
                        (author.value(forKey: key) as? NSNumber)?.doubleValue ?? -1
                    }
                }
            }
            #expect(try after {} == [[0, 0, 0, 0], [0, 0, 0, 0]])
            var books: [NSManagedObject] = [], pens: [NSManagedObject] = []
            #expect(
                try after {
                    books = [10, 20, 30].map { context.make("Book", ["pages": $0, "author": authors[0]]) }
                    books.append(context.make("Novel", ["pages": 5, "author": authors[0]]))
                    pens = [1.5, 2.5].map { context.make("Pen", ["price": $0]) }
                    for author in authors { author.mutableSetValue(forKey: "pens").addObjects(from: pens) }
                } == [[4, 65, 2, 4], [0, 0, 2, 4]])
            #expect(try after { books[0].setValue(authors[1], forKey: "author") } == [[3, 55, 2, 4], [1, 10, 2, 4]])
            #expect(
                try after {
                    books[1].setValue(100, forKey: "pages")
                    pens[0].setValue(10, forKey: "price")
                } == [[3, 135, 2, 12.5], [1, 10, 2, 12.5]])
            #expect(
                try after {
                    context.delete(books[0])
                    books[3].setValue(nil, forKey: "author")
                    authors[0].mutableSetValue(forKey: "pens").remove(pens[0])
                } == [[2, 130, 1, 2.5], [0, 0, 2, 12.5]])
            #expect(try after { context.delete(pens[1]) } == [[2, 130, 0, 0], [0, 0, 1, 10]])
        }
    }

    @Test("193. now() moves on with each save of the object, and with no other")
    func now() throws {
        let model = Self.model(authors: [Self.derived("saved", .dateAttributeType, "now()")])
        try run(model) { context, _ in
            let authors = ["A", "B"].map { context.make("Author", ["name": $0]) }
            func dates() throws -> [Date] {
                try context.save()
                context.refreshAllObjects()
                return authors.map { $0.value(forKey: "saved") as? Date ?? .distantPast }
            }
            let begin = Date()
            let first = try dates()
            #expect(first.allSatisfy { $0 >= begin && $0 <= Date() })
            authors[0].setValue("C", forKey: "name")
            let second = try dates()
            #expect(second[0] > first[0] && second[1] == first[1])
        }
    }

    @Test("194. Derived values are stored, and a predicate finds by them; another context reads them after a merge")
    func stored() throws {
        let model = Self.model(authors: [
            Self.derived("plain", .stringAttributeType, "canonical:(name)"),
            Self.derived("bookCount", .integer32AttributeType, "books.@count"),
        ])
        let url = try GardenStack.url()
        let container = try GardenStack.container(url, model: model)
        let (context, reader) = (container.newBackgroundContext(), container.newBackgroundContext())
        reader.automaticallyMergesChangesFromParent = true
        try context.performAndWait {
            let author = context.make("Author", ["name": "Zoë"])
            context.make("Author", ["name": "Zack"])
            context.make("Book", ["author": author])
            try context.save()
        }
        try reader.performAndWait {
            let author = try #require(try reader.all("Author", "plain == 'zoe'").first)
            #expect(author.number("bookCount") == 1)
            try context.performAndWait {
                let author = try context.all("Author", "name == 'Zoë'")[0]
                author.setValue("Chloë", forKey: "name")
                context.make("Book", ["author": author])
                try context.save()
            }
            // The merge waits for the queue; what it will do is done here.
            reader.refresh(author, mergeChanges: true)
            #expect(author.text("plain") == "chloe" && author.number("bookCount") == 2)
        }
        let again = try GardenStack.container(url, model: model).newBackgroundContext()
        let found = try again.performAndWait {
            try again.all("Author", "plain BEGINSWITH 'chl' AND bookCount == 2").count
        }
        #expect(found == 1)
    }

    @Test("A merge hands on the values that the store derived, not those of the saving context")
    func merging() throws {
        let model = Self.model(authors: [Self.derived("plain", .stringAttributeType, "canonical:(name)")])
        try run(model) { context, container in
            let author = context.make("Author", ["name": "A"])
            try context.save()
            let other = container.newBackgroundContext()
            try other.performAndWait {
                let token = context.mergeSaves(of: other)
                defer { NotificationCenter.default.removeObserver(token) }
                try other.all("Author")[0].setValue("É", forKey: "name")
                try other.save()
            }
            #expect(author.text("name") == "É" && author.text("plain") == "e")
        }
    }

    @Test("195. What a store cannot derive is refused when it is opened, with the attribute and the way out")
    func refused() throws {
        for expression in ["books.@avg.pages", "author.books.title", "nothing", "name.length", "books.@count.more"] {
            let model = Self.model(authors: [Self.derived("odd", .stringAttributeType, expression)])
            do {
                _ = try GardenStack.container(model: model)
                Issue.record("\(expression) was accepted")
            } catch {
                #expect((error as NSError).code == NSPersistentStoreInvalidTypeError)
                #expect(error.localizedDescription.contains("“odd” of Author"))
            }
        }
    }

    @Test("A store written before it had the triggers gets them, and the values, when it is opened")
    func missingTriggers() throws {
        let model = Self.model(authors: [Self.derived("bookCount", .integer32AttributeType, "books.@count")])
        let url = try GardenStack.url()
        try saveOne(url, model)
        let file = SQLiteFile(url)
        let names = file.texts("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for name in names { #expect(file.texts("DROP TRIGGER \(name)") == []) }
        #expect(file.texts("UPDATE ZAUTHOR SET ZBOOKCOUNT = NULL") == [])
        try saveOne(url, model)
        #expect(file.texts("SELECT ZBOOKCOUNT FROM ZAUTHOR ORDER BY Z_PK") == ["1", "1"])
        #expect(file.texts("SELECT name FROM sqlite_master WHERE type = 'trigger'").sorted() == names.sorted())
    }

    @Test("A derived attribute that comes, changes or goes with a version of the model has its values, or is gone")
    func migration() throws {
        func plain(_ expression: String) -> String {
            #"<attribute name="plain" optional="YES" attributeType="String" derived="YES" "#
                + #"derivationExpression="\#(expression)"/>"#
        }
        for (number, (old, new, key, values)) in [
            ("", plain("uppercase:(name)"), "plain", ["A", "B"]),
            (plain("uppercase:(name)"), plain("name"), "plain", ["a", "b"]),
            (plain("uppercase:(name)"), "", "name", ["a", "b"]),
        ].enumerated() {
            // A model of its own each time: versions are told apart by their hashes.
            let rest = MigrationTests.name + MigrationTests.count.replacing("count", with: "derived\(number)")
            let versions = try MigrationTests.Versions(rest + old, rest + new)
            let url = try versions.store([["name": "a"], ["name": "b"]])
            #expect(try versions.values(key, in: url) == values)
            let triggers = SQLiteFile(url).texts("SELECT COUNT(*) FROM sqlite_master WHERE type = 'trigger'")
            #expect(triggers == [new.isEmpty ? "0" : "2"])
        }
    }

    private func saveOne(_ url: URL, _ model: NSManagedObjectModel) throws {
        let context = try GardenStack.container(url, model: model).newBackgroundContext()
        try context.performAndWait {
            context.make("Book", ["author": context.make("Author", ["name": "A"])])
            try context.save()
        }
    }

    private static let sample =
        "stores/alemar11__CoreDataPlus/Tests/Resources/SampleModel2/Fixtures/SampleModel2_V2.sqlite"

    /// The part of the sample's model that its triggers are about.
    private static func bookModel() -> NSManagedObjectModel {
        let book = NSEntityDescription(), page = NSEntityDescription()
        (book.name, page.name) = ("Book", "Page")
        let there = NSRelationshipDescription(), back = NSRelationshipDescription()
        (there.name, there.destinationEntity, there.maxCount) = ("pages", page, 0)
        (back.name, back.destinationEntity, back.maxCount) = ("book", book, 1)
        (there.inverseRelationship, back.inverseRelationship) = (back, there)
        (there.deleteRule, back.deleteRule) = (.cascadeDeleteRule, .nullifyDeleteRule)
        book.properties = [derived("pagesCount", .integer64AttributeType, "pages.@count"), there]
        page.properties = [back]
        let model = NSManagedObjectModel()
        model.entities = [book, page]
        return model
    }

    @Test(
        "The triggers of a count are word for word those of a store that Apple's framework wrote",
        .enabled(if: Corpus.isPresent))
    func triggers() throws {
        let sql = "SELECT sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
        let (url, copy) = (try GardenStack.url(), try GardenStack.url())
        _ = try GardenStack.container(url, model: Self.bookModel())
        try FileManager.default.copyItem(at: Corpus.url(Self.sample), to: copy)
        #expect(SQLiteFile(url).texts(sql).count == 5 && SQLiteFile(url).texts(sql) == SQLiteFile(copy).texts(sql))
    }

    @Test("A store that Apple's framework wrote derives its values here too", .enabled(if: Corpus.isPresent))
    func appleStore() throws {
        let url = try GardenStack.url()
        try FileManager.default.copyItem(at: Corpus.url(Self.sample), to: url)
        let context = try GardenStack.container(
            url, options: [NSIgnorePersistentStoreVersioningOption: true as NSNumber], model: Self.bookModel()
        ).newBackgroundContext()
        try context.performAndWait {
            let book = try #require(context.all("Book", "pagesCount > 0").first)
            let count = try #require(book.number("pagesCount"))
            #expect((book.value(forKey: "pages") as? NSSet)?.count == count)
            for _ in 0..<3 { context.make("Page", ["book": book]) }
            try context.save()
            context.refreshAllObjects()
            #expect(book.number("pagesCount") == count + 3)
            for case let page as NSManagedObject in book.value(forKey: "pages") as? NSSet ?? NSSet() {
                context.delete(page)
            }
            try context.save()
            context.refreshAllObjects()
            #expect(book.number("pagesCount") == 0)
        }
    }
}
