import CairnBytes

/// The value of a header field, which is a word followed by parameters, each after a semicolon.
///
/// Extended parameters (RFC 8187), such as `filename*`, are malformed here. RFC 7578, section 4.2, doesn't allow them in
/// forms, and readers that know them may prefer them to the plain parameter.
///
/// Quoted text is used as it is. Browsers don't escape characters with a backslash, and send a backslash in
/// a file name unchanged.
struct HeaderValue {
  let word: String
  /// The parameters, or `nil` if they're ambiguous or malformed.
  let parameters: [String: [UInt8]]?

  init(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    let end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
    word = String(decoding: bytes[..<end], as: UTF8.self).trimmingBlanks
    parameters = Self.parameters(bytes[end...])
  }

  private static func parameters(_ bytes: ArraySlice<UInt8>) -> [String: [UInt8]]? {
    var rest = bytes
    var parameters: [String: [UInt8]] = [:]
    while true {
      rest = rest.drop(while: \.isBlank)
      guard !rest.isEmpty else { return parameters }
      guard rest.removeFirst() == UInt8(ascii: ";") else { return nil }
      rest = rest.drop(while: \.isBlank)
      guard !rest.isEmpty else { return parameters }
      let name = rest.prefix(while: \.isTokenByte)
      rest = rest[name.endIndex...]
      guard !name.isEmpty, !name.contains(UInt8(ascii: "*")), rest.popFirst() == UInt8(ascii: "=")
      else { return nil }
      let value: ArraySlice<UInt8>
      if rest.first == UInt8(ascii: "\"") {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        value = rest[..<end]
        rest = rest[(end + 1)...]
      } else {
        value = rest.prefix { !$0.isBlank && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "\"") }
        rest = rest[value.endIndex...]
      }
      // If two parameters have the same name, it isn't clear which one applies.
      let key = String(decoding: name.map(\.lowercasedASCII), as: UTF8.self)
      guard parameters.updateValue(Array(value), forKey: key) == nil else { return nil }
    }
  }
}

extension HeaderValue {
  /// The status for a form with this content type if software in front of the server could read other text from it,
  /// or `nil` if the type is unambiguous.
  var formRefusal: HTTPStatus? {
    guard let parameters else { return .badRequest }
    guard let charset = parameters["charset"] else { return nil }
    return charset.isWord("utf-8") ? nil : .unsupportedMediaType
  }
}

extension UInt8 {
  /// Whether the byte is a space or a tab.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension String {
  /// The text without spaces and tabs at both ends.
  var trimmingBlanks: String {
    let bytes = utf8.drop(while: \.isBlank)
    guard let end = bytes.lastIndex(where: { !$0.isBlank }) else { return "" }
    return String(Substring(bytes[...end]))
  }
}
