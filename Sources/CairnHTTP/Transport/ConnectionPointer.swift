import CMicroHTTPD
import CairnBytes

#if canImport(Glibc)
  import Glibc
#endif

/// libmicrohttpd's connection.
///
/// Unchecked: the pointer is used on the connection's own thread, or under the lock of the
/// `RequestStorage` or the `PendingReply` that holds it, and both forget it before the connection
/// ends.
struct ConnectionPointer: @unchecked Sendable {
  let raw: OpaquePointer

  func header(_ name: String) -> String? {
    name.withBytes { name in
      bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  // MARK: Cookies

  /// The value of a field that ``shadowCookies()`` adds, known by its place.
  ///
  /// Unchecked: it is written once, before anybody has it.
  nonisolated(unsafe) private static let shadow: UnsafePointer<CChar> = {
    let empty = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    empty.initialize(to: 0)
    return UnsafePointer(empty)
  }()

  /// Keeps libmicrohttpd from taking cookies apart, by an empty `Cookie` field before the client's.
  ///
  /// Nobody asks it for cookies, and it takes 64 bytes of the connection's memory for each: some
  /// hundred of them, of two bytes each, end a request without an answer.
  /// - Returns: Whether the connection had memory for it.
  func shadowCookies() -> Bool {
    MHD_set_connection_value_n(
      raw, .HEADER_KIND, "Cookie", "Cookie".utf8.count, Self.shadow, 0) == .YES
  }

  // MARK: Fields

  /// The bytes of the first field of this name, valid until the request ends.
  func headerBytes(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    name.withUTF8Buffer { bytes(of: $0) }
  }

  private func bytes(of name: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard let start = name.baseAddress else { return nil }
    var value: UnsafePointer<CChar>?
    var count = 0
    let isFound = start.withMemoryRebound(to: CChar.self, capacity: name.count) {
      MHD_lookup_connection_value_n(raw, .HEADER_KIND, $0, name.count, &value, &count)
    }
    guard isFound == .YES else { return nil }
    if value == Self.shadow { return first(behindShadow: name) }
    return fieldBytes(value, count).trimmedAtEnd
  }

  private func first(
    behindShadow name: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    var found: UnsafeBufferPointer<UInt8>?
    forEachHeader { fieldName, value in
      guard fieldName.equalsIgnoringCase(name) else { return true }
      found = value
      return false
    }
    return found
  }

  /// Calls a closure with the name and the value of each field that the client has sent, in their order,
  /// as long as it answers that it wants more.
  func forEachHeader(
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
  ) {
    withoutActuallyEscaping(body) { body in
      var visitor = Visitor(body: body)
      withUnsafeMutablePointer(to: &visitor) { visitor in
        _ = MHD_get_connection_values_n(
          raw, .HEADER_KIND,
          { context, _, name, nameCount, value, valueCount in
            guard let visitor = context?.assumingMemoryBound(to: Visitor.self) else { return .NO }
            if value == ConnectionPointer.shadow { return .YES }
            return visitor.pointee.body(
              fieldBytes(name, nameCount), fieldBytes(value, valueCount).trimmedAtEnd)
              ? .YES : .NO
          }, visitor)
      }
    }
  }

  private struct Visitor {
    let body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
  }

  func allHeaders() -> HTTPHeaders {
    var headers = HTTPHeaders()
    forEachHeader { name, value in
      headers.append(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
      return true
    }
    return headers
  }

  /// The values of all fields of this name, in their order.
  func headers(_ name: String) -> [String] {
    var values: [String] = []
    name.withBytes { name in
      forEachHeader { fieldName, value in
        if fieldName.equalsIgnoringCase(name) {
          values.append(String(decoding: value, as: UTF8.self))
        }
        return true
      }
    }
    return values
  }

  /// How many fields libmicrohttpd has read, those of ``shadowCookies()`` among them.
  var fieldCount: Int { Int(MHD_get_connection_values(raw, .HEADER_KIND, nil, nil)) }

  /// The address of who is at the connection's other end; nil where it has none.
  func peer() -> IPAddress? {
    cairn_connection_address(raw).flatMap { IPAddress($0) }
  }

  /// The same in numbers; empty where there is none.
  func remoteAddress() -> String { peer()?.description ?? "" }
}

private func fieldBytes(
  _ start: UnsafePointer<CChar>?, _ count: Int
) -> UnsafeBufferPointer<UInt8> {
  guard let start else { return UnsafeBufferPointer(start: nil, count: 0) }
  return UnsafeBufferPointer(
    start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
}

extension UnsafeBufferPointer<UInt8> {
  /// A value without the whitespace after it, which isn't part of it. libmicrohttpd removes the whitespace before it.
  fileprivate var trimmedAtEnd: Self {
    var end = count
    while end > 0, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return UnsafeBufferPointer(rebasing: self[..<end])
  }
}
