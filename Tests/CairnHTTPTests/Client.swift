import Glibc

/// A client on a plain socket that can send malformed requests.
final class Client {
  private let descriptor: Int32
  private var received: [UInt8] = []
  /// Whether the server has reset the connection, instead of ending it.
  private(set) var wasReset = false

  struct Response {
    var status: Int
    var head: String
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    subscript(name: String) -> String? {
      for line in head.split(separator: "\r\n").dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts[0].lowercased() == name.lowercased() {
          return parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
      }
      return nil
    }
  }

  struct Failure: Error {
    var reason: String
  }

  /// Connects to a port of this machine. Every operation ends after five minutes.
  /// - Parameter source: The IPv4 address of this machine to connect from, or `nil` for any.
  init(port: Int, from source: UInt32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var limit = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if let source {
      var own = sockaddr_in()
      own.sin_family = sa_family_t(AF_INET)
      own.sin_addr.s_addr = source.bigEndian
      withUnsafePointer(to: &own) { own in
        own.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    let outcome = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard outcome == 0 else { throw Failure(reason: String(cString: strerror(errno))) }
  }

  deinit {
    close(descriptor)
  }

  func send(_ text: String) {
    send(Array(text.utf8))
  }

  /// Sends bytes, and returns whether the server accepted all of them.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Sends a request with a host, its length, and additional header lines.
  func request(_ line: String, header: [String] = [], body: [UInt8]? = nil) {
    var lines = ["\(line) HTTP/1.1", "Host: localhost"] + header
    if let body { lines.append("Content-Length: \(body.count)") }
    send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? []))
  }

  /// The next response. For `HEAD`, no body is expected.
  func response(toHead isHead: Bool = false) throws -> Response {
    let separator = Array("\r\n\r\n".utf8)
    var end: Int?
    while true {
      end = received.indices.first { received[$0...].starts(with: separator) }
      if end != nil { break }
      guard try receive() else { throw Failure(reason: "closed before a response") }
    }
    let head = String(decoding: received[..<end!], as: UTF8.self)
    received.removeFirst(end! + 4)
    guard let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Failure(reason: "no status in \(head)")
    }
    var response = Response(status: status, head: head, body: [])
    if isHead || status == 304 || status == 204 { return response }
    let length = response["Content-Length"].flatMap { Int($0) } ?? 0
    while received.count < length {
      guard try receive() else { throw Failure(reason: "closed within a body") }
    }
    response.body = Array(received.prefix(length))
    received.removeFirst(length)
    return response
  }

  /// Reads up to and including a text. Returns `false` if the text doesn't arrive.
  func read(until text: String) throws -> Bool {
    let wanted = Array(text.utf8)
    while true {
      if let start = received.indices.first(where: { received[$0...].starts(with: wanted) }) {
        received.removeFirst(start + wanted.count)
        return true
      }
      guard try receive() else { return false }
    }
  }

  /// All bytes up to the end of the connection.
  func rest() throws -> [UInt8] {
    while try receive() {}
    defer { received = [] }
    return received
  }

  /// Whether the server closes the connection without sending more, optionally after ignored bytes.
  func isClosedByServer(ignoringRest: Bool = false) -> Bool {
    while true {
      if ignoringRest { received = [] }
      guard received.isEmpty, let isOpen = try? receive() else { return false }
      if !isOpen { return true }
    }
  }

  /// Whether the server has closed the connection and all its data was read.
  var isAtEnd: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  /// Closes the sending half.
  func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  private func receive() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 {
      received.append(contentsOf: buffer.prefix(count))
      return true
    }
    wasReset = count < 0 && errno == ECONNRESET
    guard count == 0 || wasReset else { throw Failure(reason: "nothing came in time") }
    return false
  }
}
