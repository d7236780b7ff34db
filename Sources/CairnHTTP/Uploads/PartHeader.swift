import CairnBytes

/// The header of a part of a form, read line by line.
struct PartHeader {
  /// The maximum number of bytes of all lines.
  static let limit = 8 * 1024

  /// The number of bytes that were read.
  private(set) var size = 0
  private var disposition: HeaderValue?
  private var hasContentType = false
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
      guard !hasContentType else { return false }
      hasContentType = true
      // A value that's too long or not ASCII isn't a content type, and a file then has none.
      guard value.count < 256, value.allSatisfy({ $0 < 0x80 }) else { return true }
      contentType = String(decoding: value, as: UTF8.self).trimmingBlanks
    } else if name.equalsIgnoringCase("Content-Transfer-Encoding") {
      // The parser doesn't decode parts. These encodings don't change any bytes.
      let encoding = String(decoding: value, as: UTF8.self).trimmingBlanks
      return ["7bit", "8bit", "binary"].contains { $0.equalsIgnoringCase(encoding) }
    }
    return true
  }

  /// The parsed header, or `nil` if the lines don't describe a form field.
  var part: MultipartParser.Header? {
    guard let disposition, disposition.word.equalsIgnoringCase("form-data"),
      let parameters = disposition.parameters, let bytes = parameters["name"],
      let name = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let fileName = parameters["filename"].map(Self.fileName)
    // The type of typed text can specify its character encoding, so it must be readable.
    guard fileName != nil || !hasContentType || contentType != nil else { return nil }
    return .init(name: name, fileName: fileName, contentType: contentType)
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
