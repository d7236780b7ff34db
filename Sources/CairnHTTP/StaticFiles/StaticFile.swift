import CairnBytes
import Foundation

/// A file in memory with its prepared responses.
struct StaticFile: Sendable {
  /// The name with a hash of the content before the extension, such as `cairn.1a2b3c4d.css`.
  let hashedName: String
  private let plain: Variant
  private let gzip: Variant?

  /// The responses for the uncompressed or the compressed file.
  private struct Variant: Sendable {
    var tag: String
    var immutable: Answers
    var revalidated: Answers
  }

  private struct Answers: Sendable {
    var full: HTTPResponse
    var notModified: HTTPResponse
  }

  init(name: String, data: Data) {
    let hex = Self.hex(data)
    hashedName = Self.hashedName(name, String(hex.prefix(Self.hashLength)))

    let type = ContentType.named((name as NSString).pathExtension)
    let isCompressible = ContentType.isCompressible(type)
    plain = Self.variant(
      Self.copy(data), type: type, tag: "\"\(hex)\"", encoding: nil, varies: isCompressible)
    let compressed = data.withUnsafeBytes { bytes in
      isCompressible ? Compressor(level: 9).compress(bytes, coding: .gzip) : nil
    }
    gzip = compressed.flatMap { compressed in
      guard compressed.count < data.count else {
        free(compressed.baseAddress)
        return nil
      }
      return Self.variant(
        .adopting(compressed), type: type, tag: "\"\(hex)-gzip\"", encoding: "gzip", varies: true)
    }
  }

  func response(
    isImmutable: Bool, acceptEncoding: String?, ifNoneMatch: String?, range: RangeRequest?,
    errorResponse: (HTTPStatus) -> HTTPResponse
  ) -> HTTPResponse {
    let variant = variant(acceptEncoding)
    let answers = isImmutable ? variant.immutable : variant.revalidated
    if let ifNoneMatch, matches(ifNoneMatch) { return answers.notModified }
    if let range,
      let part = range.part(
        of: (isImmutable ? plain.immutable : plain.revalidated).full,
        errorResponse: errorResponse)
    {
      return part
    }
    return answers.full
  }

  private func variant(_ acceptEncoding: String?) -> Variant {
    guard let gzip, let acceptEncoding,
      acceptEncoding.withBytes({ ContentCoding.negotiated($0) }) == .gzip
    else { return plain }
    return gzip
  }

  /// Returns whether an `If-None-Match` field matches the file. Both variants have the same content, so either tag
  /// matches.
  private func matches(_ field: String) -> Bool {
    EntityTag.isAny(of: [plain.tag] + (gzip.map { [$0.tag] } ?? []), listedIn: field)
  }

  private static func variant(
    _ body: HTTPBody, type: String, tag: String, encoding: String?, varies: Bool
  ) -> Variant {
    func answers(_ cacheControl: String) -> Answers {
      var headers: HTTPHeaders = ["ETag": tag, "Cache-Control": cacheControl]
      if varies { headers["Vary"] = "Accept-Encoding" }
      let notModified = HTTPResponse(status: .notModified, headers: headers, body: body)
      headers["Content-Type"] = type
      headers["X-Content-Type-Options"] = "nosniff"
      headers["Content-Encoding"] = encoding
      headers["Accept-Ranges"] = "bytes"
      let full = HTTPResponse(headers: headers, body: body)
      return Answers(full: full.preparedForReuse(), notModified: notModified.preparedForReuse())
    }
    return Variant(
      tag: tag, immutable: answers("public, max-age=31536000, immutable"),
      revalidated: answers("no-cache"))
  }

  /// Returns the name that a file has with a given content.
  static func hashedName(_ name: String, _ data: Data) -> String {
    hashedName(name, String(hex(data).prefix(hashLength)))
  }

  private static func hex(_ data: Data) -> String {
    // The hash only distinguishes versions of a file. It doesn't have to resist attackers.
    data.withUnsafeBytes { FNV1a.hash($0) }.paddedHex
  }

  private static func hashedName(_ name: String, _ hash: String) -> String {
    let slash = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
    guard let dot = name[slash...].lastIndex(of: ".") else { return "\(name).\(hash)" }
    return "\(name[..<dot]).\(hash)\(name[dot...])"
  }

  /// Returns the name or path of a file without a hash, or `nil` if it has no hash.
  static func ownName(_ hashedName: String) -> String? {
    let bytes = hashedName.utf8
    let dot = UInt8(ascii: ".")
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) }
    let name = bytes[(start ?? bytes.startIndex)...]
    guard let last = name.lastIndex(of: dot) else { return nil }
    // A file without an extension has the hash at its end.
    for end in [last, name.endIndex] {
      guard let hashDot = name[..<end].lastIndex(of: dot), hashDot > name.startIndex else {
        continue
      }
      let hash = name[hashDot..<end].dropFirst()
      guard hash.count == hashLength, hash.allSatisfy(isLowercaseHexDigit) else { continue }
      return String(hashedName[..<hashDot] + hashedName[end...])
    }
    return nil
  }

  /// The number of hexadecimal digits in a hashed name.
  private static let hashLength = 8

  private static func isLowercaseHexDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
  }

  private static func copy(_ data: Data) -> HTTPBody {
    guard !data.isEmpty, let memory = malloc(data.count) else { return .bytes([]) }
    let buffer = UnsafeMutableRawBufferPointer(start: memory, count: data.count)
    data.copyBytes(to: buffer)
    return .adopting(buffer)
  }
}
