import CairnBytes

/// The value of a `Content-Type` field, without its parameters.
struct ContentTypeField {
  /// The type in lowercase, such as `application/json`, or an empty string if it's missing.
  let name: String

  init(_ field: String?) {
    let bytes = (field ?? "").utf8.prefix { $0 != UInt8(ascii: ";") }
    let end = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }
    let type = end.map { bytes[...$0] } ?? bytes.prefix(0)
    name = String(decoding: type.map(\.lowercasedASCII), as: UTF8.self)
  }

  var isJSON: Bool {
    name.hasSameBytes(as: "application/json")
      || name.utf8.starts(with: "application/".utf8)
        && name.utf8.suffix(5).elementsEqual("+json".utf8)
  }

  var isURLEncoded: Bool { name.hasSameBytes(as: "application/x-www-form-urlencoded") }

  var isForm: Bool { isURLEncoded || name.hasSameBytes(as: "multipart/form-data") }
}
