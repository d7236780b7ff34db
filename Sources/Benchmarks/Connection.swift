import Foundation

/// A persistent connection that sends one request after another. It blocks its thread.
final class Connection {
  /// A response of the server.
  struct Answer {
    let status: Int
    /// The status line and the header fields, without the empty line after them.
    let head: String
    let body: [UInt8]

    /// Returns the first value of a header field.
    /// - Parameter name: The name of the field in lowercase.
    func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name }?.value
    }

    var headers: [(name: String, value: String)] {
      head.split(separator: "\r\n").dropFirst().compactMap { line in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        return (String(line[..<colon]), String(value))
      }
    }
  }

  private let descriptor: Int32
  private let host: String
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
  private var filled = 0

  init(port: UInt16) throws {
    host = "127.0.0.1:\(port)"
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = loopback(port: port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let connected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard connected == 0 else { throw Failure("No connection to \(host): \(errno).") }
    var isOn: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(descriptor) }

  func get(_ target: String, cookie: String?, fields: String = "") throws -> Answer {
    try exchange(
      "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\(Self.field(cookie))\(fields)\r\n")
  }

  func post(
    _ target: String, cookie: String?, form: String, fields: String = "",
    type: String = "application/x-www-form-urlencoded"
  ) throws -> Answer {
    try exchange(
      "POST \(target) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n"
        + "Sec-Fetch-Site: same-origin\r\n\(Self.field(cookie))\(fields)"
        + "Content-Type: \(type)\r\n"
        + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)")
  }

  private static func field(_ cookie: String?) -> String {
    cookie.map { "Cookie: \($0)\r\n" } ?? ""
  }

  private func exchange(_ request: String) throws -> Answer {
    var request = request
    try request.withUTF8 { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, 0)
        guard count > 0 else { throw Failure("The server closed a connection: \(errno).") }
        sent += count
      }
    }
    return try receive()
  }

  private func receive() throws -> Answer {
    filled = 0
    var scanned = 0
    while true {
      try receiveMore()
      if let end = endOfHead(from: scanned) {
        let head = String(decoding: buffer[..<end], as: UTF8.self)
        let answer = Answer(
          status: Int(head.dropFirst(9).prefix(3)) ?? 0, head: head, body: [])
        let length = answer.header("content-length").flatMap { Int($0) } ?? 0
        while filled < end + 4 + length { try receiveMore() }
        return Answer(
          status: answer.status, head: head, body: Array(buffer[(end + 4)..<(end + 4 + length)]))
      }
      scanned = max(0, filled - 3)
    }
  }

  private func receiveMore() throws {
    if filled == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    let count = buffer.withUnsafeMutableBytes { room in
      recv(descriptor, room.baseAddress.map { $0 + filled }, room.count - filled, 0)
    }
    guard count > 0 else { throw Failure("The server closed a connection: \(errno).") }
    filled += count
  }

  private func endOfHead(from start: Int) -> Int? {
    guard filled >= start + 4 else { return nil }
    return (start...(filled - 4)).first { index in
      buffer[index] == 13 && buffer[index + 1] == 10 && buffer[index + 2] == 13
        && buffer[index + 3] == 10
    }
  }
}

/// Returns the address of a port of 127.0.0.1.
func loopback(port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  return address
}
