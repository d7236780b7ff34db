internal import CLibXML2

/// Copies what libxml2's HTML parser makes of a source into records.
enum HTMLParsing {
  /// libxml2 may parse on several threads once this has run; a `static let` runs once.
  private static let start: Void = xmlInitParser()

  static func records(of bytes: [UInt8]) -> [HTMLDocument.Record] {
    _ = start
    let options =
      CInt(HTML_PARSE_RECOVER.rawValue) | CInt(HTML_PARSE_NOERROR.rawValue)
      | CInt(HTML_PARSE_NOWARNING.rawValue) | CInt(HTML_PARSE_NONET.rawValue)
    // The parser reads the buffer during the call alone: the tree has copies of all it needs.
    let tree = bytes.withUnsafeBytes { buffer in
      htmlReadMemory(
        buffer.bindMemory(to: CChar.self).baseAddress, CInt(clamping: buffer.count), nil, "UTF-8",
        options)
    }
    guard let tree else { return [] }
    defer { xmlFreeDoc(tree) }
    return records(from: xmlDocGetRootElement(tree))
  }

  /// Walks the tree without recursion: a source may nest as deep as it likes.
  private static func records(from root: xmlNodePtr?) -> [HTMLDocument.Record] {
    var records: [HTMLDocument.Record] = []
    var open: [Int] = []
    var next = root
    while let node = next {
      let content = content(of: node)
      if let content {
        records.append(.init(content: content, parent: open.last, end: records.count + 1))
      }
      if content != nil, node.pointee.type == XML_ELEMENT_NODE, let child = node.pointee.children {
        open.append(records.count - 1)
        next = child
        continue
      }
      var current = node
      next = nil
      while current != root {
        if let sibling = current.pointee.next {
          next = sibling
          break
        }
        guard let parent = current.pointee.parent, let index = open.popLast() else { break }
        records[index].end = records.count
        current = parent
      }
    }
    return records
  }

  private static func content(of node: xmlNodePtr) -> HTMLDocument.Content? {
    switch node.pointee.type {
    case XML_ELEMENT_NODE:
      .element(name: string(node.pointee.name), attributes: attributes(of: node))
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
      .text(string(node.pointee.content))
    default:
      nil
    }
  }

  private static func attributes(of node: xmlNodePtr) -> [(name: String, value: String)] {
    var attributes: [(name: String, value: String)] = []
    var next = node.pointee.properties
    while let attribute = next {
      var value = ""
      var part = attribute.pointee.children
      while let text = part {
        value += string(text.pointee.content)
        part = text.pointee.next
      }
      attributes.append((string(attribute.pointee.name), value))
      next = attribute.pointee.next
    }
    return attributes
  }

  private static func string(_ pointer: UnsafePointer<xmlChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
