import Foundation
import Synchronization

/// A proxy in front of a server that redirects unknown users to a sign-in page.
///
/// A connection carries only one request, so the proxy checks each one.
final class SignInProxy: Sendable {
  /// The requests that require signing in.
  enum Guarded: CaseIterable, Sendable {
    case nothing
    /// All requests except the files of the pages.
    case pages
    case everything
  }

  let port: UInt16
  private let server: UInt16
  private let listener: Int32
  private let state = Mutex(Guarded.nothing)
  /// The address of the sign-in page, at the same or another origin.
  private let signIn: String

  /// - Parameter isElsewhere: Whether the sign-in page is at another origin.
  init(to server: Int, isElsewhere: Bool) throws {
    self.server = UInt16(server)
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound, listen(listener, 64) == 0 else { throw CocoaError(.fileReadUnknown) }
    port = UInt16(bigEndian: address.sin_port)
    signIn = "\(isElsewhere ? "http://localhost:\(port)" : "")/sign-in"
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else {
          close(listener)
          return
        }
        Thread.detachNewThread { [self] in
          answer(client)
          close(client)
        }
      }
    }
  }

  var guarded: Guarded {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Stops accepting connections.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func answer(_ client: Int32) {
    var request: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    var headEnd: Int?
    while headEnd == nil {
      guard let piece = Self.read(client) else { return }
      request += piece
      headEnd = request.firstRange(of: end)?.lowerBound
    }
    guard let headEnd else { return }
    let head = String(decoding: request[..<headEnd], as: UTF8.self)
    let target = head.split(separator: " ").dropFirst().first ?? "/"
    if target.hasPrefix("/sign-in") {
      return Self.write(Self.page, to: client)
    }
    let isShown =
      switch guarded {
      case .nothing: true
      case .pages: target.hasPrefix("/public/")
      case .everything: false
      }
    guard isShown else {
      // Closing a connection with unread data discards the response.
      let length = head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
      while request.count < headEnd + end.count + length {
        guard let piece = Self.read(client) else { return }
        request += piece
      }
      return Self.write(
        "HTTP/1.1 302 Found\r\nLocation: \(signIn)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        to: client)
    }
    let upstream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(upstream) }
    var address = Self.loopback(server)
    let isThere = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(upstream, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isThere else { return }
    let lines = head.split(separator: "\r\n").filter {
      !$0.lowercased().hasPrefix("connection:")
    }
    Self.write(lines.joined(separator: "\r\n") + "\r\nConnection: close", to: upstream)
    Self.write(request[headEnd...], to: upstream)
    var both = [client, upstream].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&both, 2, -1) > 0 {
      if both[1].revents != 0 {
        guard let piece = Self.read(upstream) else { return }
        Self.write(piece[...], to: client)
      }
      if both[0].revents != 0 {
        guard let piece = Self.read(client) else { return }
        Self.write(piece[...], to: upstream)
      }
    }
  }

  private static var page: String {
    let body = "<!doctype html><title>Sign in</title><h1>Who are you?</h1>"
    return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(body.utf8.count)\r\n"
      + "Connection: close\r\n\r\n\(body)"
  }

  private static func read(_ descriptor: Int32) -> [UInt8]? {
    var room = [UInt8](repeating: 0, count: 16 * 1024)
    let count = recv(descriptor, &room, room.count, 0)
    return count > 0 ? Array(room[..<count]) : nil
  }

  private static func write(_ text: String, to descriptor: Int32) {
    write(Array(text.utf8)[...], to: descriptor)
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }
}
