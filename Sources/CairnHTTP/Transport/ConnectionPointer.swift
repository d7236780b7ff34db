import CMicroHTTPD
import CairnBytes

#if canImport(Glibc)
  import Glibc
#endif

/// A pointer to libmicrohttpd's connection.
///
/// It's unchecked because the pointer is used on the connection's own thread, or under the lock of the `RequestStorage`
/// or `PendingReply` that holds it. Both drop it before the connection ends.
struct ConnectionPointer: @unchecked Sendable {
  let raw: OpaquePointer

  func header(_ name: String) -> String? {
    name.withBytes { name in
      bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  // MARK: Cookies

  /// The value of the field that ``shadowCookies()`` adds, recognized by its address.
  ///
  /// It's unchecked because it's written once, before other code can access it.
  nonisolated(unsafe) private static let shadow: UnsafePointer<CChar> = {
    let empty = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    empty.initialize(to: 0)
    return UnsafePointer(empty)
  }()

  /// The name of the field that ``shadowCookies()`` adds. libmicrohttpd keeps the pointer to it, so it must be valid
  /// as long as the process.
  private static let cookieName: StaticString = "Cookie"

  /// Keeps libmicrohttpd from parsing cookies by adding an empty `Cookie` field before the client's.
  ///
  /// Cairn doesn't use libmicrohttpd's cookies, which take 64 bytes of the connection's memory each. A few hundred
  /// cookies of two bytes each would end a request without a response.
  ///
  /// - Returns: Whether the connection had memory for the field.
  func shadowCookies() -> Bool {
    let name = UnsafeRawPointer(Self.cookieName.utf8Start).assumingMemoryBound(to: CChar.self)
    return MHD_set_connection_value_n(
      raw, .HEADER_KIND, name, Self.cookieName.utf8CodeUnitCount, Self.shadow, 0) == .YES
  }

  // MARK: Fields

  /// Returns the bytes of the first field with this name, which are valid until the request ends.
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

  /// Calls a closure with the name and value of each field that the client has sent, in order.
  ///
  /// The iteration stops when the closure returns `false`.
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

  /// Returns the values of all fields with this name, in order.
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

  /// The number of fields that libmicrohttpd has read, including those added by ``shadowCookies()``.
  var fieldCount: Int { Int(MHD_get_connection_values(raw, .HEADER_KIND, nil, nil)) }

  /// Returns the address of the client, or `nil` if it has no IP address.
  func peer() -> IPAddress? {
    cairn_connection_address(raw).flatMap { IPAddress($0) }
  }

  /// Returns the address of the client as text, or an empty string if it has no IP address.
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
  /// The value without trailing whitespace, which isn't part of it. libmicrohttpd removes leading whitespace.
  fileprivate var trimmedAtEnd: Self {
    var end = count
    while end > 0, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return UnsafeBufferPointer(rebasing: self[..<end])
  }
}
