import CairnTesting
import Foundation
import Testing
import Ways

/// The executable's output when no process reads it.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.process)) struct OutputTests {
  /// A pipe that is full.
  private static func fullPipe() throws -> Pipe {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let flags = fcntl(descriptor, F_GETFL)
    try #require(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0)
    let bytes = [UInt8](repeating: UInt8(ascii: "-"), count: 4096)
    while write(descriptor, bytes, bytes.count) > 0 {}
    try #require(errno == EAGAIN)
    try #require(fcntl(descriptor, F_SETFL, flags) == 0)
    return pipe
  }

  private static let arguments = ["--database", ":memory:", "--sessions", ":memory:"]

  @Test func `An unread log blocks neither responses nor shutdown`() async throws {
    let log = try Self.fullPipe()
    let server = try GalleryProcess(Self.arguments, standardError: log)
    // Each request is logged, on each of the server's threads.
    for _ in 0..<20 {
      let request = BrowserRequest(target: "/", headers: [("Host", "evil.example")])
      let answer = try await SocketTransport(port: server.port).send(request)
      #expect(answer.status == 421)
    }
    let browser = Browser(SocketTransport(port: server.port))
    try await browser.open("/inventory")
    #expect(browser.text.contains("Keyboard"))
    server.end(by: SIGTERM)
    #expect(server.process.terminationReason == .exit)
    #expect(server.process.terminationStatus == 0)
    try log.fileHandleForReading.close()
  }

  @Test func `The server continues when the reader of its access log exits`() async throws {
    // The reader exits after the first line.
    let server = try GalleryProcess(Self.arguments + ["--access-log", "common"])
    for _ in 0..<10 {
      let browser = Browser(SocketTransport(port: server.port))
      try await browser.open("/inventory")
      #expect(browser.text.contains("Keyboard"))
    }
    server.end(by: SIGTERM)
    #expect(server.process.terminationReason == .exit)
    #expect(server.process.terminationStatus == 0)
  }
}
