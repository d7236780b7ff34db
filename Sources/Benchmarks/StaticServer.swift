import CMicroHTTPD
import Foundation

/// A server that uses plain libmicrohttpd.
///
/// It sends one response to every request. The response is created once, from a buffer that's never freed. The
/// server has one daemon per core. Each waits with epoll, and all use the same port.
final class StaticServer {
  let port: UInt16
  private let response: OpaquePointer
  private var daemons: [OpaquePointer] = []

  /// - Parameter answer: The body and the header fields to send, except for fields that libmicrohttpd writes itself.
  init(serving answer: Connection.Answer) throws {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: answer.body.count, alignment: 16)
    bytes.copyBytes(from: answer.body)
    guard
      let response = MHD_create_response_from_buffer(
        bytes.count, bytes.baseAddress, .RESPMEM_PERSISTENT)
    else { throw Failure("libmicrohttpd has no memory for a response.") }
    self.response = response
    for (name, value) in answer.headers
    where !["content-length", "date", "connection"].contains(name.lowercased()) {
      MHD_add_response_header(response, name, value)
    }
    let held = try Self.holdPort()
    defer { close(held.descriptor) }
    port = held.port
    for _ in 0..<max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) {
      guard let daemon = Self.start(port: port, response) else {
        for daemon in daemons { MHD_stop_daemon(daemon) }
        throw Failure("libmicrohttpd can't listen.")
      }
      daemons.append(daemon)
    }
  }

  func stop() {
    for daemon in daemons { MHD_stop_daemon(daemon) }
    daemons = []
    MHD_destroy_response(response)
  }

  private static func start(port: UInt16, _ response: OpaquePointer) -> OpaquePointer? {
    var address = loopback(port: port)
    let flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    return withUnsafeMutablePointer(to: &address) { address in
      let options = [
        MHD_OptionItem(option: .LISTENING_ADDRESS_REUSE, value: 1, ptr_value: nil),
        MHD_OptionItem(option: .SOCK_ADDR, value: 0, ptr_value: UnsafeMutableRawPointer(address)),
        MHD_OptionItem(option: .END, value: 0, ptr_value: nil),
      ]
      return options.withUnsafeBufferPointer { options in
        guard let list = options.baseAddress else { return nil }
        return withVaList([
          MHD_OPTION.ARRAY.rawValue, OpaquePointer(list), MHD_OPTION.END.rawValue,
        ]) {
          MHD_start_daemon_va(
            flags, port, nil, nil, respond, UnsafeMutableRawPointer(response), $0)
        }
      }
    }
  }

  /// Finds a free port, and reserves it until the daemons share it.
  private static func holdPort() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var isOn: Int32 = 1
    var size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &isOn, size)
    var address = loopback(port: 0)
    size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw Failure("There is no free port.") }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// The request handler of libmicrohttpd, which responds in its second call. After a response in the first call,
  /// libmicrohttpd would close the connection.
  private static let respond: MHD_AccessHandlerCallback = {
    context, connection, _, _, _, _, _, kept in
    guard let context, let kept else { return .NO }
    if kept.pointee == nil {
      kept.pointee = context
      return .YES
    }
    return MHD_queue_response(connection, 200, OpaquePointer(context))
  }
}
