@testable import CairnHTTP

/// The target in a request line.
struct RequestTargets: FuzzTarget {
  static let name = "request-target"

  func run(_ bytes: [UInt8]) {
    let parsed = bytes.withUnsafeBufferPointer { RequestTarget($0) }
    require(
      (HTTPRequest(target: bytes.text) != nil) == (parsed != nil)
        || !bytes.elementsEqual(bytes.text.utf8),
      "only one of the request and the target is valid")
    guard let parsed else { return }
    let raw = Array(parsed.rawPath.utf8)
    require(raw.first == UInt8(ascii: "/") || parsed.rawPath == "*", "the target isn't a path")
    require(
      raw.count + (parsed.query?.utf8.count ?? 0) <= bytes.count + 1,
      "the result is longer than expected")
    require(raw.percentDecoded ?? [] == Array(parsed.path.utf8), "the path is decoded differently")
    require(StreamSafe.isSafe(parsed.path), "comparing the path can be expensive")
    require(
      (parsed.query == nil) == !bytes.contains(UInt8(ascii: "?")), "the query is read incorrectly")
    if parsed.rawPath != "*" {
      require(
        ("/" + parsed.segments.joined(separator: "/")).isSame(as: parsed.path),
        "the segments don't add up to the path")
    }
    let items = parsed.queryItems
    require(
      items.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        <= 3 * (parsed.query?.utf8.count ?? 0), "the items of the query are longer than expected")

    let written = parsed.rawPath + (parsed.query.map { "?" + $0 } ?? "")
    guard let again = RequestTarget(written) else {
      require(false, "the target is rejected when it is written again")
      return
    }
    require(
      again.rawPath.isSame(as: parsed.rawPath) && again.path.isSame(as: parsed.path)
        && again.query.map { Array($0.utf8) } == parsed.query.map { Array($0.utf8) },
      "the target differs when it is written again")
  }
}
