import Foundation
import Synchronization
import Testing

/// A proxy in front of a Redis server that can cut a connection after Redis has carried out a command, and before the
/// reply reaches the client.
final class CuttingProxy: Sendable {
  let port: Int
  private let listener: Int32
  /// The number of connections to cut at their next reply.
  private let cuts = Mutex(0)

  init(to target: Int) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    let (bound, port) = Self.withAddress(port: 0) { address, size in
      bind(listener, address, size) == 0 && listen(listener, 16) == 0
        && getsockname(listener, address, &size) == 0
    }
    try #require(bound)
    self.port = port
    Thread.detachNewThread { [listener, weak self] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        _ = Self.withAddress(port: target) { address, size in
          connect(server, address, size) == 0
        }
        Thread.detachNewThread { Self.copy(from: client, to: server) { true } }
        Thread.detachNewThread { [weak self] in
          Self.copy(from: server, to: client) { self?.mayForward ?? false }
          close(client)
          close(server)
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Cuts the connection that gets the next reply.
  func cutNextReply() { cuts.withLock { $0 += 1 } }

  /// Whether a connection was cut since the last call of ``cutNextReply()``.
  var hasCut: Bool { cuts.withLock { $0 == 0 } }

  private var mayForward: Bool {
    cuts.withLock { cuts in
      guard cuts > 0 else { return true }
      cuts -= 1
      return false
    }
  }

  private static func copy(from source: Int32, to target: Int32, while mayForward: () -> Bool) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(source, &buffer, buffer.count, 0), count > 0, mayForward() {
      var sent = 0
      while sent < count {
        let written = buffer.withUnsafeBytes {
          send(target, $0.baseAddress.map { $0 + sent }, count - sent, Int32(MSG_NOSIGNAL))
        }
        guard written > 0 else { break }
        sent += written
      }
    }
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(target, Int32(SHUT_RDWR))
  }

  private static func withAddress(
    port: Int, _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool
  ) -> (Bool, port: Int) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isDone = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &size) }
    }
    return (isDone, Int(UInt16(bigEndian: address.sin_port)))
  }
}
