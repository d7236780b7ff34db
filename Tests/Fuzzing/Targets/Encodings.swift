@testable import CairnHTTP

/// The `Accept-Encoding` field.
struct Encodings: FuzzTarget {
  static let name = "accept-encoding"

  func run(_ bytes: [UInt8]) {
    let coding = Self.negotiated(bytes)
    let text = bytes.lowercased.text
    if let coding {
      require(text.contains(coding.rawValue) || text.contains("*"), "nobody has asked for it")
    }
    require(Self.negotiated(bytes.lowercased) == coding, "its case counts")
    require(Self.negotiated(bytes + Array(", ,\t".utf8)) == coding, "what is empty counts")
    require(
      Self.negotiated(bytes + Array(", gzip;q=0, deflate;q=0".utf8)) == nil,
      "what is refused is sent")
    require(
      Self.negotiated(bytes + Array(",gzip;q=1,identity;q=0.5".utf8)) == .gzip,
      "what is wanted is not sent")
  }

  private static func negotiated(_ bytes: [UInt8]) -> ContentCoding? {
    bytes.withUnsafeBufferPointer { ContentCoding.negotiated($0) }
  }
}
