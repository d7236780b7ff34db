import CairnBytes

/// A coding that compresses a body, as specified by RFC 9110, section 8.4.1.
enum ContentCoding: String, Sendable {
  case gzip, deflate

  /// Returns the coding that an `Accept-Encoding` field asks for, or `nil` to send the body uncompressed.
  ///
  /// If gzip and deflate have equal weights, the result is gzip. If the client rejects every coding, including
  /// identity, the body is sent uncompressed. RFC 9110, section 12.5.3, leaves that to the server.
  static func negotiated(_ field: UnsafeBufferPointer<UInt8>) -> ContentCoding? {
    // The weights in thousandths, or `nil` if the field doesn't name the coding.
    var gzip: Int?
    var deflate: Int?
    var identity: Int?
    var others: Int?
    for item in field.split(separator: UInt8(ascii: ",")) {
      let parameter = item.firstIndex(of: UInt8(ascii: ";"))
      let name = item[..<(parameter ?? item.endIndex)].trimmed
      let weight = parameter.map { Self.weight(item[($0 + 1)...]) } ?? 1000
      if name.isWord("gzip") || name.isWord("x-gzip") {
        gzip = weight
      } else if name.isWord("deflate") {
        deflate = weight
      } else if name.isWord("identity") {
        identity = weight
      } else if name.isWord("*") {
        others = weight
      }
    }
    let gzipWeight = gzip ?? others ?? 0
    let deflateWeight = deflate ?? others ?? 0
    // If the field doesn't name identity, it's acceptable, but any named coding is preferred.
    let identityWeight = identity ?? (others == 0 ? 0 : 1)
    let best = max(gzipWeight, deflateWeight)
    guard best > 0, best >= identityWeight else { return nil }
    return gzipWeight == best ? .gzip : .deflate
  }

  /// Returns a weight in thousandths, such as 500 for `q=0.5`, or 1000 if it can't be read.
  static func weight(_ parameter: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let text = parameter.trimmed
    guard text.count >= 3, text[text.startIndex].lowercasedASCII == UInt8(ascii: "q"),
      text[text.startIndex + 1] == UInt8(ascii: "=")
    else { return 1000 }
    var thousandths = 0
    var unit = 1000
    for byte in text.dropFirst(2) {
      if byte == UInt8(ascii: ".") { continue }
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return 1000 }
      thousandths += Int(byte - UInt8(ascii: "0")) * unit
      unit /= 10
    }
    return min(thousandths, 1000)
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// The bytes without spaces and tabs at both ends.
  var trimmed: Self {
    var slice = self
    while let first = slice.first, first == 0x20 || first == 0x09 { slice.removeFirst() }
    while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
    return slice
  }
}
