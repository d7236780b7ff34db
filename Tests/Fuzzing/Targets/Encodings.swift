@testable import CairnHTTP

/// The `Accept-Encoding` field.
struct Encodings: FuzzTarget {
  static let name = "accept-encoding"

  func run(_ bytes: [UInt8]) {
    let coding = Self.negotiated(bytes)
    let text = bytes.lowercased.text
    if let coding {
      require(text.contains(coding.rawValue) || text.contains("*"), "the coding wasn't requested")
    }
    require(Self.negotiated(bytes.lowercased) == coding, "the case of letters matters")
    require(Self.negotiated(bytes + Array(", ,\t".utf8)) == coding, "empty elements matter")
    require(
      Self.negotiated(bytes + Array(", gzip;q=0, deflate;q=0".utf8)) == nil,
      "a rejected coding is used")
    require(
      Self.negotiated(bytes + Array(",gzip;q=1,identity;q=0.5".utf8)) == .gzip,
      "a requested coding isn't used")
  }

  private static func negotiated(_ bytes: [UInt8]) -> ContentCoding? {
    bytes.withUnsafeBufferPointer { ContentCoding.negotiated($0) }
  }
}
