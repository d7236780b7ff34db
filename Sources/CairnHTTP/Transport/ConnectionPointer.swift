import CMicroHTTPD

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
    return UnsafeBufferPointer(
      start: value.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) },
      count: value == nil ? 0 : count)
  }

  func allHeaders() -> HTTPHeaders {
    var headers = HTTPHeaders()
    withUnsafeMutablePointer(to: &headers) { headers in
      _ = MHD_get_connection_values_n(
        raw, .HEADER_KIND,
        { context, _, name, nameCount, value, valueCount in
          guard let headers = context?.assumingMemoryBound(to: HTTPHeaders.self) else { return .NO }
          headers.pointee.append(text(name, nameCount), text(value, valueCount))
          return .YES
        }, headers)
    }
    return headers
  }

  /// How many fields there are of this name.
  func headerCount(_ name: String) -> Int {
    allHeaders().count { $0.name.equalsIgnoringCase(name) }
  }

  /// The address of who is at the connection's other end; nil where it has none.
  func peer() -> IPAddress? {
    cairn_connection_address(raw).flatMap { IPAddress($0) }
  }

  /// The same in numbers; empty where there is none.
  func remoteAddress() -> String { peer()?.description ?? "" }
}

private func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
  let start = start.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
  return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}
