import CairnTesting
import Foundation

@testable import CairnServer

/// The event stream of a browser.
final class EventStream: @unchecked Sendable {
  // Only one task uses it at a time, and the task waits while a thread reads.
  private let descriptor: Int32
  private var text = ""

  /// Opens the stream of a browser, and returns when the server has accepted it.
  init(of browser: Browser, at port: Int) async throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    var limit = timeval(tv_sec: 300, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
    let request =
      "GET \(LiveStream.path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
      + "Cookie: \(browser.cookieHeader)\r\n\r\n"
    _ = Array(request.utf8).withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    _ = try await line { $0.hasPrefix("event: beat") }
  }

  deinit {
    close(descriptor)
  }

  /// Returns the data lines of the next event: the ID of a scene, and its patch unless the browser must request it.
  func next() async throws -> [String] {
    let prefix = "data: "
    var data = [String(try await line { $0.hasPrefix(prefix) }.dropFirst(prefix.count))]
    while true {
      let line = try await line { _ in true }
      if line.isEmpty { return data }
      data.append(String(line.dropFirst(prefix.count)))
    }
  }

  private func line(_ isWanted: @escaping @Sendable (String) -> Bool) async throws -> String {
    while true {
      while let end = text.firstIndex(where: \.isNewline) {
        let line = String(text[..<end])
        text = String(text[text.index(after: end)...])
        if isWanted(line) { return line }
      }
      text += try await read()
    }
  }

  private func read() async throws -> String {
    try await withCheckedThrowingContinuation { [descriptor] continuation in
      // Reading blocks its thread, and tasks have only a few threads.
      Thread.detachNewThread {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else {
          return continuation.resume(throwing: POSIXError(count == 0 ? .ECONNRESET : .ETIMEDOUT))
        }
        continuation.resume(returning: String(decoding: bytes[..<count], as: UTF8.self))
      }
    }
  }
}
