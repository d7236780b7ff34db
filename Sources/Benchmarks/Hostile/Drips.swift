import Foundation
import Synchronization

/// Connections that slowly send single bytes of a request, and are opened again when the server closes them.
final class Drips: Sendable {
  private let port: UInt16
  let begun = DispatchSemaphore(value: 0)
  let ended = DispatchSemaphore(value: 0)
  let isOver = Atomic(false)
  let opened = Atomic(0)

  init(port: UInt16) {
    self.port = port
  }

  func run(_ addresses: Int, _ each: Int) {
    var sockets = (0..<(addresses * each)).map { open(from: $0 / each) }
    begun.signal()
    let byte: [UInt8] = [UInt8(ascii: "x")]
    while !isOver.load(ordering: .relaxed) {
      for index in sockets.indices {
        let sent =
          sockets[index] < 0
          ? -1 : send(sockets[index], byte, 1, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        guard sent < 1, errno != EAGAIN else { continue }
        if sockets[index] >= 0 { close(sockets[index]) }
        sockets[index] = open(from: index / each)
      }
      usleep(500_000)
    }
    for socket in sockets where socket >= 0 { close(socket) }
    ended.signal()
  }

  private func open(from number: Int) -> Int32 {
    let descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return -1 }
    var own = loopback(port: 0)
    own.sin_addr.s_addr = UInt32(0x7f01_0001 + number).bigEndian
    var there = loopback(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafePointer(to: &own) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = bind(descriptor, $0, size) }
    }
    withUnsafePointer(to: &there) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(descriptor, $0, size) }
    }
    opened.add(1, ordering: .relaxed)
    return descriptor
  }
}
