/// Escaping of text for HTML, both in elements and in quoted attribute values.
package enum HTMLText {
  package static func escaped(_ text: String) -> String {
    var output: [UInt8] = []
    append(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  package static func append(_ text: String, to output: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): output.append(contentsOf: "&#39;".utf8)
      // U+0000 isn't allowed in HTML, and parsers handle it in different ways.
      case 0: output.append(contentsOf: "\u{FFFD}".utf8)
      default: output.append(byte)
      }
    }
  }
}
