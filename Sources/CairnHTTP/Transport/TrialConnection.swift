#if canImport(Glibc)
  import Glibc
#endif

/// A client connection to a server of this process. It blocks its thread.
final class TrialConnection {
  private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

  /// Connects to a port of the loopback interface. If that fails, no data can be read.
  init(port: Int) {
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    var text = text
    text.withUTF8 { _ = Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Reads until the given text, the end of the connection, or ten seconds without data.
  func read(until end: String? = nil) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while end.map({ !bytes.ends(with: $0.utf8) }) ?? true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate func ends(with other: String.UTF8View) -> Bool {
    count >= other.count && suffix(other.count).elementsEqual(other)
  }
}
