import Foundation
import Glibc

/// A connection that sends forms, and is reopened if the server has closed it.
final class FormConnection {
  private let port: UInt16
  private var socket: CInt?

  init(port: UInt16) {
    self.port = port
  }

  /// Sends a form.
  ///
  /// - Returns: The status of the response, or `nil` if the server closed the connection without a response.
  func post(_ body: [UInt8], type: String) -> Int? {
    let head =
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n"
    let request = Array(head.utf8) + body
    // The server can have closed a persistent connection.
    for isNew in [socket == nil, true] {
      if isNew { open() }
      guard let socket, send(socket, request, request.count, CInt(MSG_NOSIGNAL)) > 0,
        let answer = read(from: socket)
      else {
        close()
        continue
      }
      if answer.isLast { close() }
      return answer.status
    }
    return nil
  }

  private func open() {
    // A timer of libFuzzer interrupts system calls.
    var status: CInt
    repeat { status = connect() } while status != 0 && errno == EINTR
    require(status == 0, "the server can't be reached: \(String(cString: strerror(errno)))")
  }

  private func connect() -> CInt {
    close()
    let new = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var isOn: CInt = 1
    setsockopt(
      new, CInt(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<CInt>.size))
    socket = new
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(new, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private func close() {
    if let socket { _ = Glibc.close(socket) }
    socket = nil
  }

  /// Reads a response to its end.
  private func read(from socket: CInt) -> (status: Int, isLast: Bool)? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let text = bytes.text
      if let end = text.range(of: "\r\n\r\n") {
        let lines = text[..<end.lowerBound].split(separator: "\r\n").map { $0.lowercased() }
        let length = lines.first { $0.hasPrefix("content-length:") }?.split(separator: " ").last
        if text[end.upperBound...].utf8.count >= length.flatMap({ Int($0) }) ?? 0 {
          let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
          return (status ?? 0, lines.contains("connection: close"))
        }
      }
      let count = recv(socket, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += buffer.prefix(count)
    }
  }
}
