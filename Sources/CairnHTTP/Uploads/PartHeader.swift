import CairnBytes

/// The header of a part of a form, read line by line.
struct PartHeader {
  /// The maximum number of bytes of all lines.
  static let limit = 8 * 1024

  /// The number of bytes that were read.
  private(set) var size = 0
  private var disposition: HeaderValue?
  private var contentType: String?

  /// Adds a line.
  ///
  /// - Returns: Whether the line is a valid header line.
  mutating func add(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    size += line.count
    guard size <= Self.limit, line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }),
      let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(\.isTokenByte)
    else { return false }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    let value = line[(colon + 1)...]
    if name.equalsIgnoringCase("Content-Disposition") {
      // If there are two of these fields, it isn't clear which one applies.
      guard disposition == nil else { return false }
      disposition = HeaderValue(value)
    } else if name.equalsIgnoringCase("Content-Type") {
      guard contentType == nil else { return false }
      // A value that's too long or not ASCII isn't a content type, and is ignored.
      guard value.count < 256, value.allSatisfy({ $0 < 0x80 }) else { return true }
      contentType = String(decoding: value, as: UTF8.self).trimmingBlanks
    }
    return true
  }

  /// The parsed header, or `nil` if the lines don't describe a form field.
  var part: MultipartParser.Header? {
    guard let disposition, disposition.word.equalsIgnoringCase("form-data"),
      let parameters = disposition.parameters, let bytes = parameters["name"],
      let name = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return .init(
      name: name, fileName: parameters["filename"].map(Self.fileName), contentType: contentType)
  }

  /// Returns the name of a file. Browsers escape three of its characters.
  private static func fileName(_ bytes: [UInt8]) -> String {
    var name: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      let escaped = byte == UInt8(ascii: "%") ? escapes[Array(rest.prefix(2))] : nil
      name.append(escaped ?? byte)
      if escaped != nil { rest.removeFirst(2) }
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static let escapes: [[UInt8]: UInt8] = [
    Array("22".utf8): UInt8(ascii: "\""), Array("0D".utf8): 0x0D, Array("0A".utf8): 0x0A,
  ]
}

/// The value of a header field, which is a word followed by parameters, each after a semicolon.
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
      guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
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

extension UInt8 {
  /// Whether the byte is a space or a tab.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension String {
  /// The text without spaces and tabs at both ends.
  fileprivate var trimmingBlanks: String {
    let bytes = utf8.drop(while: \.isBlank)
    guard let end = bytes.lastIndex(where: { !$0.isBlank }) else { return "" }
    return String(Substring(bytes[...end]))
  }
}
