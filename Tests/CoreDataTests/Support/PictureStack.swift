import CoreData
import Foundation

/// Pictures in files of their own, with values that the store derives.
enum PictureStack {
    static let model: NSManagedObjectModel = {
        func derived(_ name: String, _ type: NSAttributeType, _ text: String) -> NSDerivedAttributeDescription {
            let attribute = NSDerivedAttributeDescription()
            (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
            attribute.derivationExpression = NSExpression(format: text)
            return attribute
        }
        let (picture, note) = (NSEntityDescription(), NSEntityDescription())
        (picture.name, note.name) = ("Picture", "Note")
        let data = attribute("data", .binaryDataAttributeType)
        data.allowsExternalBinaryDataStorage = true
        let (notes, back) = (NSRelationshipDescription(), NSRelationshipDescription())
        (notes.name, notes.destinationEntity, notes.maxCount) = ("notes", note, 0)
        (back.name, back.destinationEntity, back.maxCount) = ("picture", picture, 1)
        (notes.inverseRelationship, back.inverseRelationship) = (back, notes)
        (notes.deleteRule, back.deleteRule) = (.cascadeDeleteRule, .nullifyDeleteRule)
        picture.properties = [
            data, attribute("title", .stringAttributeType), derived("shout", .stringAttributeType, "uppercase:(title)"),
            derived("noteCount", .integer64AttributeType, "notes.@count"), notes,
        ]
        note.properties = [attribute("text", .stringAttributeType), back]
        let model = NSManagedObjectModel()
        model.entities = [picture, note]
        return model
    }()
}
