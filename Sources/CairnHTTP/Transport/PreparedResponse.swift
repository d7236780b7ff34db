import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#endif

/// A response in libmicrohttpd's form.
///
/// It's unchecked because libmicrohttpd counts the uses of a response under its own lock, and a response isn't changed
/// after its creation.
final class PreparedResponse: @unchecked Sendable {
  let raw: OpaquePointer
  /// The number of bytes of the body.
  let size: Int
  /// Whether the body uses memory of its own until it's sent.
  let ownsBody: Bool
  /// The names of the fields that couldn't be added, because they contain line breaks or have no name.
  private(set) var refusedFields: [String] = []

  /// Creates a response, or returns `nil` if there isn't enough memory.
  init?(_ response: HTTPResponse) {
    guard let raw = Self.bodied(response) else { return nil }
    self.raw = raw
    size = response.body.count
    ownsBody = !response.body.isPermanent
    for (name, value) in response.headers { add(name, value) }
  }

  /// Creates a response whose body is memory from `malloc`, which is freed after its last use.
  init?(_ response: HTTPResponse, adopting memory: UnsafeMutableRawBufferPointer) {
    guard
      let raw = MHD_create_response_from_buffer(
        memory.count, memory.baseAddress, .RESPMEM_MUST_FREE)
    else { return nil }
    self.raw = raw
    size = memory.count
    ownsBody = true
    for (name, value) in response.headers { add(name, value) }
  }

  deinit {
    MHD_destroy_response(raw)
  }

  /// Adds a field. Call this only before the response is queued for the first time.
  func add(_ name: String, _ value: String) {
    // If both were passed as strings, Swift would copy them in addition to libmicrohttpd's copy.
    let result = name.withCString { name in
      value.withCString { MHD_add_response_header(raw, name, $0) }
    }
    if result != .YES { refusedFields.append(name) }
  }

  private static func bodied(_ response: HTTPResponse) -> OpaquePointer? {
    switch response.body {
    // A stream isn't sent by libmicrohttpd. This is the response to `HEAD`, which has no length.
    case .stream:
      return unsized()
    // A length of 0 would mean that a response with status 200 is empty.
    case .empty where response.status == .notModified:
      return unsized()
    case .empty:
      return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { bytes in
        MHD_create_response_from_buffer(bytes.count, mutable(bytes), .RESPMEM_MUST_COPY)
      }
    case .permanent(let permanent):
      return MHD_create_response_from_buffer(
        permanent.bytes.count, mutable(permanent.bytes), .RESPMEM_PERSISTENT)
    case .buffer(let buffer):
      // The response holds the buffer until libmicrohttpd has sent it for the last time.
      let held = Unmanaged.passRetained(buffer)
      let response = MHD_create_response_from_buffer_with_free_callback_cls(
        buffer.bytes.count, mutable(buffer.bytes),
        { context in
          if let context { Unmanaged<HTTPBuffer>.fromOpaque(context).release() }
        }, held.toOpaque())
      if response == nil { held.release() }
      return response
    case .file(_, let range) where range.isEmpty:
      return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
    case .file(let file, let range):
      // libmicrohttpd closes the descriptor after it has sent the response for the last time.
      guard let descriptor = file.duplicate() else { return nil }
      let response = MHD_create_response_from_fd_at_offset64(
        UInt64(range.count), descriptor, UInt64(range.lowerBound))
      if response == nil { close(descriptor) }
      return response
    }
  }

  /// Returns a response without a body, whose length isn't known. The connection is closed after it.
  private static func unsized() -> OpaquePointer? {
    let response = MHD_create_response_from_callback(.max, 1024, { _, _, _, _ in -1 }, nil, nil)
    if let response { cairn_response_omit_length(response) }
    return response
  }

  /// Returns a mutable pointer for libmicrohttpd. It only reads the bytes, although its C type doesn't express that.
  private static func mutable(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(mutating: bytes.baseAddress)
  }
}
