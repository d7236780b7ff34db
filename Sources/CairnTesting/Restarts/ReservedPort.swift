#if canImport(Glibc)
  import Glibc
#endif

/// A port of 127.0.0.1 that stays reserved for a test while its server restarts.
///
/// While a server is stopped, the system could assign its port to an outgoing connection. To prevent that, this
/// class binds a socket to the port and never listens on it. The system doesn't assign a bound port automatically. A
/// server that sets `SO_REUSEADDR`, as servers usually do, can still listen on it.
///
/// ```swift
/// let port = try ReservedPort()
/// settings.port = port.number
/// ```
public final class ReservedPort: Sendable {
  /// The port number, from 1 to 65535.
  public let number: UInt16

  private let descriptor: Int32

  /// Reserves a free port until the instance is deallocated.
  /// - Throws: ``BrowserError`` if the system can't provide a port.
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

  /// An error with the description of the system's last error.
  private static var failure: BrowserError {
    BrowserError(.connection, "can't reserve a port: \(String(cString: strerror(errno)))")
  }
}
