import Foundation
import Testing

@testable import ModelFile

@Suite("A faulty model file is refused with the line and a sentence")
struct FaultyModelTests {
    /// Wraps entities into a model; their first line is line 2.
    private static func model(_ content: String) -> String { "<model>\n\(content)\n</model>" }

    @Test(
        arguments: [
            ("", 1, "empty"),
            ("not XML", 1, "well-formed"),
            ("<model>\n<entity name=\"A\">\n</model>", 3, "well-formed"),
            ("<plist/>", 1, "not a data model"),
            (model("<entity/>"), 2, "<entity> has no name"),
            (
                model("\n<entity name=\"A\"><attribute name=\"b\" attributeType=\"Integer 8\"/></entity>"), 3,
                "“Integer 8”"
            ),
            (model("<entity name=\"A\" isAbstract=\"perhaps\"/>"), 2, "YES or NO, not “perhaps”"),
            (
                model(
                    "<entity name=\"A\"><relationship name=\"b\" destinationEntity=\"A\" maxCount=\"x\"/></entity>"
                ), 2,
                "whole number, not “x”"
            ),
            (
                model("<entity name=\"A\"><attribute name=\"b\" minDateTimeInterval=\"nan\"/></entity>"), 2,
                "seconds"
            ),
            (model("<entity name=\"A\" codeGenerationType=\"classes\"/>"), 2, "“class”, “category”"),
            (model("<entity name=\"A\"><method/></entity>"), 2, "<method>"),
            ("<!DOCTYPE model [\n<!ENTITY a \"b\">]>\n<model/>", 1, "<!DOCTYPE>"),
            ("<?xml version=\"1.0\" encoding=\"UTF-7\"?><model/>", 1, "UTF-8"),
        ] as [(String, Int, String)])
    func form(source: String, line: Int, words: String) throws {
        let error = try #require(throws: ModelFileError.self) { try ModelDocument(xml: source) }
        #expect(error.line == line, "\(error)")
        #expect(error.message.contains(words), "\(error)")
    }

    @Test("Bytes that are no UTF-8, and deep nesting")
    func hostile() throws {
        #expect(throws: ModelFileError.self) { try ModelDocument(xml: Data([0xff, 0xfe, 0x3c, 0])) }
        #expect(throws: ModelFileError.self) { try ModelDocument(xml: Data("<model name=\"\u{0}\"/>".utf8)) }
        let deep = String(repeating: "<model>", count: 10_000) + String(repeating: "</model>", count: 10_000)
        let error = try #require(throws: ModelFileError.self) { try ModelDocument(xml: deep) }
        #expect(error.message.contains("deep"))
    }

    @Test(
        arguments: [
            ("<entity name=\"A\"/>\n<entity name=\"A\"/>", 3, "two entities named “A”"),
            ("<entity name=\"A\" parentEntity=\"B\"/>", 2, "inherits from “B”"),
            (
                "<entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"A\"/>", 2,
                "from itself"
            ),
            ("<entity name=\"A\"><attribute name=\"x\"/>\n<attribute name=\"x\"/></entity>", 3, "named “x”"),
            (
                "<entity name=\"A\"><attribute name=\"x\"/></entity>\n"
                    + "<entity name=\"B\" parentEntity=\"A\"><attribute name=\"x\"/></entity>", 3,
                "inherits one from “A”"
            ),
            (
                "<entity name=\"A\"><relationship name=\"b\" destinationEntity=\"B\"/></entity>", 2,
                "leads to “B”"
            ),
            (
                "<entity name=\"A\"><relationship name=\"b\" destinationEntity=\"A\" inverseName=\"c\"/></entity>",
                2,
                "“A.c”"
            ),
            (
                "<entity name=\"A\"><attribute name=\"n\" attributeType=\"Integer 16\" "
                    + "defaultValueString=\"40000\"/></entity>",
                2, "too large"
            ),
            (
                "<entity name=\"A\"><attribute name=\"n\" attributeType=\"Composite\" composite=\"P\"/></entity>",
                2,
                "composite the model does not have"
            ),
            (
                "<entity name=\"A\"><uniquenessConstraints><uniquenessConstraint><constraint value=\"z\"/>"
                    + "</uniquenessConstraint></uniquenessConstraints></entity>", 2, "names “z”"
            ),
            ("<fetchRequest name=\"all\" entity=\"Z\"/>", 2, "fetches “Z”"),
            ("<entity name=\"A\"/>\n<entity name=\"a\"/>", 3, "differ in case alone"),
            ("<entity name=\"A; DROP\"/>", 2, "“A; DROP” cannot be a name of an entity"),
            ("<entity name=\"A\"><attribute name=\"x.y\"/></entity>", 2, "“x.y” cannot be a name of a property of “A”"),
            (
                "<entity name=\"A\"><attribute name=\"x\" transient=\"YES\" attributeType=\"String\"/><uniquenessConstraints>"
                    + "<uniquenessConstraint><constraint value=\"x\"/></uniquenessConstraint></uniquenessConstraints></entity>",
                2, "names “x”"
            ),
            (
                "<composite name=\"P\"><attribute name=\"x\" attributeType=\"String\"/>\n"
                    + "<attribute name=\"x\" attributeType=\"String\"/></composite>", 3, "two elements named “x”"
            ),
            (
                "<composite name=\"P\"><attribute name=\"x\" attributeType=\"Undefined\"/></composite>", 2,
                "cannot be an element"
            ),
        ] as [(String, Int, String)])
    func meaning(content: String, line: Int, words: String) throws {
        let problems = try ModelDocument(xml: Self.model(content)).problems(file: "M")
        let problem = try #require(problems.first)
        #expect(problem.message.contains(words), "\(problems)")
        #expect(problem.line == line, "\(problem)")
        #expect(problem.description.hasPrefix("M:\(line): "))
    }
}
