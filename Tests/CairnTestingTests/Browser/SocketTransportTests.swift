import CairnTesting
import Glibc
import Testing

/// A port of the loopback interface that accepts connections and never responds.
private struct SilentPort: ~Copyable {
  let number: Int
  private let descriptor: CInt

  init() throws {
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, size) == 0 && getsockname(descriptor, generic, &size) == 0
      }
    }
    try #require(isBound && listen(descriptor, 8) == 0)
    number = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }
}

@Suite(.timeLimit(.minutes(30)))
struct SocketTransportTests {
  @Test func `Reports a refused connection`() async throws {
    let port = try SilentPort().number
    let error = await #expect(throws: BrowserError.self) {
      try await Browser(SocketTransport(port: port)).open("/")
    }
    #expect(
      error?.description == "can't connect to 127.0.0.1:\(port): Connection refused")
  }

  @Test func `Reports a timeout`() async throws {
    let port = try SilentPort()
    let transport = SocketTransport(port: port.number, timeout: 1)
    let error = await #expect(throws: BrowserError.self) { try await Browser(transport).open("/") }
    #expect(error?.description == "receiving failed: timed out")
  }

  @Test func `A request ends with its task`() async throws {
    let port = try SilentPort()
    let transport = SocketTransport(port: port.number)
    let task = Task { try await transport.send(BrowserRequest(target: "/")) }
    task.cancel()
    await #expect(throws: BrowserError.self) { try await task.value }
  }

  @Test func `The origin contains host and port`() {
    #expect(SocketTransport(port: 80).origin == "http://127.0.0.1:80")
    #expect(SocketTransport(host: "::1", port: 80).origin == "http://[::1]:80")
  }
}
