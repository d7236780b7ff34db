import CMicroHTTPD

/// A response in libmicrohttpd's form.
///
/// Unchecked: libmicrohttpd counts the uses of a response under a lock of its own, and nothing
/// changes one after it was made.
final class PreparedResponse: @unchecked Sendable {
  let raw: OpaquePointer
  /// How many bytes the body has.
  let size: Int
  /// Whether that takes memory of its own, until it is sent.
  let ownsBody: Bool
  /// The names of the fields that could not be written: they hold line breaks, or have no name.
  private(set) var refusedFields: [String] = []

  /// Fails where memory is short.
  init?(_ response: HTTPResponse) {
    guard let raw = Self.bodied(response.body) else { return nil }
    self.raw = raw
    size = response.body.count
    ownsBody = !response.body.isPermanent
    for (name, value) in response.headers { add(name, value) }
  }

  /// Memory from `malloc` as a body, freed after its last use.
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

  /// Adds a field; only before the response is queued for the first time.
  func add(_ name: String, _ value: String) {
    // Passed as strings both would be copied, once more than libmicrohttpd does.
    let result = name.withCString { name in
      value.withCString { MHD_add_response_header(raw, name, $0) }
    }
    if result != .YES { refusedFields.append(name) }
  }

  private static func bodied(_ body: HTTPBody) -> OpaquePointer? {
    switch body {
    // A stream is none of libmicrohttpd's.
    case .empty, .stream:
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
    }
  }

  /// libmicrohttpd only reads what it sends; its C type does not say so.
  private static func mutable(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(mutating: bytes.baseAddress)
  }
}
