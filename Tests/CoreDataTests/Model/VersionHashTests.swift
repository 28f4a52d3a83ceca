import Foundation
import Testing

@testable import CoreData

@Suite("Version hashes")
struct VersionHashTests {
    /// A source model and the hashes Apple's Core Data computed for it.
    private struct Pair: Decodable {
        var model: String?
        var hashes: [String: String]
        var digest: String?
        var checksum: String?
    }

    @Test(
        "are those Apple computed, for every known pair of model and hashes",
        .enabled(if: Corpus.isPresent, "the corpus beside the package is absent"))
    func pairs() throws {
        let lines = try String(contentsOf: Corpus.url("PAIRS.jsonl"), encoding: .utf8).split(separator: "\n")
        var digests = 0
        var checksums = 0
        for line in lines {
            let pair = try JSONDecoder().decode(Pair.self, from: Data(line.utf8))
            guard let path = pair.model else { continue }
            let model = try #require(NSManagedObjectModel(contentsOf: Corpus.url(path)), "\(path)")
            var wanted: [String: Data] = [:]
            for (name, hex) in pair.hashes {
                wanted[name] = Data(hex: hex)
                #expect(model.entityVersionHashesByName[name] == wanted[name], "\(name) of \(path)")
            }
            if let digest = pair.digest {
                #expect(VersionHash.digest(of: wanted) == digest, "\(path)")
                digests += 1
            }
            if let checksum = pair.checksum {
                #expect(VersionHash.checksum(of: wanted) == checksum, "\(path)")
                if wanted.count == model.entities.count { #expect(model.versionChecksum == checksum) }
                checksums += 1
            }
        }
        #expect(lines.count > 50 && digests > 5 && checksums > 1)
    }

    /// A model of one entity `Note` with a string attribute `text`, and a subentity `Letter`.
    private func notes() -> (
        model: NSManagedObjectModel, note: NSEntityDescription, letter: NSEntityDescription
    ) {
        let text = NSAttributeDescription()
        text.name = "text"
        text.attributeType = .stringAttributeType
        let note = NSEntityDescription()
        note.name = "Note"
        note.properties = [text]
        let letter = NSEntityDescription()
        letter.name = "Letter"
        note.subentities = [letter]
        let model = NSManagedObjectModel()
        model.entities = [note, letter]
        return (model, note, letter)
    }

    @Test("of equal models are equal, and tell models apart by what decides storage")
    func differences() throws {
        let base = notes()
        #expect(base.model.entityVersionHashesByName == notes().model.entityVersionHashesByName)
        #expect(base.note.versionHash.count == 32)

        let typed = notes()
        typed.note.attributesByName["text"]?.attributeType = .binaryDataAttributeType
        #expect(typed.note.versionHash != base.note.versionHash)
        #expect(typed.letter.versionHash != base.letter.versionHash)

        let modified = notes()
        modified.note.propertiesByName["text"]?.versionHashModifier = "2"
        #expect(modified.note.versionHash != base.note.versionHash)

        let child = notes()
        child.letter.versionHashModifier = "2"
        #expect(child.note.versionHash == base.note.versionHash)
        #expect(child.letter.versionHash != base.letter.versionHash)

        let constrained = notes()
        constrained.note.uniquenessConstraints = [["text"]]
        #expect(constrained.note.versionHash != base.note.versionHash)

        let classed = notes()
        classed.note.managedObjectClassName = "Note"
        classed.note.attributesByName["text"]?.defaultValue = "x"
        classed.note.attributesByName["text"]?.renamingIdentifier = "words"
        #expect(classed.note.versionHash == base.note.versionHash)
    }

    @Test(
        "of derived attributes are the same from a file and from code",
        arguments: ["now()", "canonical:(title)", "posts.@count", "posts.@sum.size", "author.name"])
    func derived(source: String) {
        let stated = NSDerivedAttributeDescription()
        stated.derivationSource = source
        let built = NSDerivedAttributeDescription()
        built.derivationExpression = NSExpression(format: source)
        #expect(stated.versionHash == built.versionHash)
        let other = NSDerivedAttributeDescription()
        other.derivationExpression = NSExpression(format: "author.title")
        #expect(other.versionHash != built.versionHash)
    }

    @Test("decide whether a store's metadata fits a model")
    func compatibility() {
        let base = notes()
        base.model.setEntities([base.note], forConfigurationName: "Notes")
        let all: [String: Any] = [NSStoreModelVersionHashesKey: base.model.entityVersionHashesByName]
        #expect(base.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: all))
        #expect(!base.model.isConfiguration(withName: "Notes", compatibleWithStoreMetadata: all))
        #expect(!base.model.isConfiguration(withName: "Missing", compatibleWithStoreMetadata: all))
        #expect(!base.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]))
        let one: [String: Any] = [NSStoreModelVersionHashesKey: ["Note": base.note.versionHash]]
        #expect(base.model.isConfiguration(withName: "Notes", compatibleWithStoreMetadata: one))
        let changed = notes()
        changed.note.versionHashModifier = "2"
        #expect(!changed.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: all))
    }
}

extension Data {
    /// Bytes from hexadecimal digits; nil for anything else.
    init?(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        guard digits.count == hex.count, digits.count.isMultiple(of: 2) else { return nil }
        self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
    }
}
