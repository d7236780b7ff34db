internal import CLibXML2

/// A wrapper of libxml2's HTML parser that copies its tree into records.
enum HTMLParsing {
  /// The initialization of libxml2, which must run once before several threads can parse.
  private static let start: Void = xmlInitParser()

  static func records(of bytes: [UInt8]) -> [HTMLDocument.Record] {
    _ = start
    let options =
      CInt(HTML_PARSE_RECOVER.rawValue) | CInt(HTML_PARSE_NOERROR.rawValue)
      | CInt(HTML_PARSE_NOWARNING.rawValue) | CInt(HTML_PARSE_NONET.rawValue)
    // The parser needs the buffer only during the call, because the tree contains copies.
    let tree = bytes.withUnsafeBytes { buffer in
      htmlReadMemory(
        buffer.bindMemory(to: CChar.self).baseAddress, CInt(clamping: buffer.count), nil, "UTF-8",
        options)
    }
    guard let tree else { return [] }
    defer { xmlFreeDoc(tree) }
    return records(from: xmlDocGetRootElement(tree))
  }

  /// Converts a tree to records, without recursion because a source can be nested to any depth.
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
