import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Reads XML into nodes with Foundation's parser, within bounds: a hostile file costs little and reaches
/// nothing.
final class ModelNodeParser: NSObject, XMLParserDelegate {
    /// Larger files are refused. The largest models known have well under one megabyte.
    static let byteLimit = 32 << 20
    /// Deeper files are refused. Models need 5 levels.
    static let depthLimit = 32

    private var open: [ModelNode] = []
    private var root: ModelNode?
    private var fault: ModelFileError?

    /// Parses a whole file.
    /// - Throws: when it is too large, is not UTF-8 XML, or declares a document type (models have none, and
    ///   declarations are what attacks on XML parsers are made of).
    static func parse(_ data: Data) throws(ModelFileError) -> ModelNode {
        guard data.count <= byteLimit else {
            throw ModelFileError("The file has \(data.count) bytes; a model may have \(byteLimit).")
        }
        guard !data.isEmpty else { throw ModelFileError("The file is empty.", line: 1) }
        // Other encodings could hide a declaration from the search below.
        let head = String(decoding: data.prefix(200), as: UTF8.self).lowercased()
        guard String(bytes: data, encoding: .utf8) != nil, !data.contains(0),
            head.firstRange(of: /encoding\s*=/) == nil || head.contains(/encoding\s*=\s*["']utf-8["']/)
        else {
            throw ModelFileError("The file is not text in UTF-8.", line: 1)
        }
        for declaration in ["<!DOCTYPE", "<!ENTITY"] {
            if let range = data.range(of: Data(declaration.utf8)) {
                let line = data[..<range.lowerBound].reduce(1) { $1 == 10 ? $0 + 1 : $0 }
                throw ModelFileError("A model file may not have a \(declaration)> declaration.", line: line)
            }
        }
        let delegate = ModelNodeParser()
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = delegate
        let succeeded = parser.parse()
        if let fault = delegate.fault { throw fault }
        guard succeeded, let root = delegate.root else {
            // Some faults in XML have no description of use to a reader; the line is what helps.
            throw ModelFileError("The file is not well-formed XML.", line: max(parser.lineNumber, 1))
        }
        return root
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        guard open.count < Self.depthLimit else {
            fault = ModelFileError(
                "Elements are nested more than \(Self.depthLimit) deep.", line: parser.lineNumber)
            return parser.abortParsing()
        }
        var node = ModelNode(elementName)
        node.line = SourceLine(parser.lineNumber)
        node.attributes = attributes.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        open.append(node)
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard let node = open.popLast() else { return }
        if open.isEmpty {
            root = node
        } else {
            open[open.count - 1].children.append(node)
        }
    }
}
