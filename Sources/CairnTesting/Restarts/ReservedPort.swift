#if canImport(Glibc)
  import Glibc
#endif

/// A port of 127.0.0.1 that stays the test's own while its server is stopped and started again.
///
/// A port that nobody listens at is given to any connection that goes out meanwhile. This one has a
/// socket that is bound to it and never listens: the system gives it to nobody who asks for just any,
/// and a server that names it, with `SO_REUSEADDR` as servers set it, gets it.
///
/// ```swift
/// let port = try ReservedPort()
/// settings.port = port.number
/// ```
public final class ReservedPort: Sendable {
  /// Which port it is, 1 to 65535.
  public let number: UInt16

  private let descriptor: Int32

  /// Reserves a port that was free, until the value goes.
  /// - Throws: ``BrowserError`` where the system has none.
  public init() throws(BrowserError) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Self.failure }
    do throws(BrowserError) {
      number = try Self.bind(descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  private static func bind(_ descriptor: Int32) throws(BrowserError) -> UInt16 {
    var isOn: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw failure }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The system's last error.
  private static var failure: BrowserError {
    BrowserError(.connection, "no port could be reserved: \(String(cString: strerror(errno)))")
  }
}
