import Cairn
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnServer

/// The Caddy configuration from the article on deployment.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct CaddyTests {
  private struct Site {
    let server: Server
    let caddy: Caddy
    let log: Pipe

    init() throws {
      log = Pipe()
      var settings = ServerSettings()
      settings.port = 0
      settings.trustedProxies = ["127.0.0.1"]
      settings.accessLog = .common
      settings.accessLogDescriptor = log.fileHandleForWriting.fileDescriptor
      server = try Server(settings: settings) {
        $0.probe = Probe()
        $0.continuousClock = TestClock()
      } mounts: {
        Mount("/sample", SampleApp.self)
        Mount("/plain", PlainApp.self)
        Mount("/album", AlbumApp.self)
      }
      try server.start()
      caddy = try Caddy(before: server.port)
    }

    var transport: TLSTransport {
      TLSTransport(
        port: caddy.port.number,
        certificate: caddy.directory.appending(path: "certificate.pem"), address: "127.0.0.2")
    }

    var plain: SocketTransport { SocketTransport(port: Int(caddy.plainPort.number)) }

    /// Stops the server, and returns the lines of its access log.
    func stop() async throws -> [String] {
      await server.stop()
      try log.fileHandleForWriting.close()
      let data = try log.fileHandleForReading.readToEnd() ?? Data()
      return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  @Test func `An application works through TLS`() async throws {
    let site = try Site()
    let browser = Browser(site.transport)
    try await browser.open("/sample")
    #expect(browser.exchanges[0].response.header("Strict-Transport-Security") != nil)
    let cookie = try #require(browser.cookies.first)
    #expect(cookie.name == "__Host-cairn")
    #expect(cookie.isSecure)
    try await browser.click("Detail")
    try browser.fill("Text", with: "typed")
    try await browser.click("Apply")
    #expect(try browser.field("Text").value == "typed")

    // A client can't claim to be another client.
    _ = try await site.transport.send(
      BrowserRequest(
        target: "/plain",
        headers: [
          ("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-Host", "evil"),
          ("Forwarded", "for=6.6.6.6"),
        ]))
    let lines = try await site.stop()
    #expect(lines.count >= 5)
    for line in lines { #expect(line.hasPrefix("127.0.0.2 - - ["), "\(line)") }
  }

  @Test func `Plain HTTP is redirected to TLS`() async throws {
    let site = try Site()
    let answer = try await site.plain.send(
      BrowserRequest(target: "/sample?a=1", headers: [("Host", "example.org")]))
    #expect(answer.status == 301)
    #expect(answer.header("Location") == "https://example.org/sample?a=1")
    #expect(try await site.stop().isEmpty)
  }

  @Test func `Requests for another host are rejected`() async throws {
    let site = try Site()
    // Caddy closes the connection.
    let answer = try? await site.plain.send(
      BrowserRequest(target: "/sample", headers: [("Host", "evil.example")]))
    #expect(answer == nil)
    // If the name in the handshake was right, Caddy sends its own empty response instead.
    let connection = try site.transport.connect()
    try connection.send("GET /sample HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
    let text = String(decoding: try await connection.readToEnd(), as: UTF8.self)
    #expect(text.hasSuffix("\r\n\r\n"))
    #expect(try await site.stop().isEmpty)
  }

  @Test func `An upload of two megabytes arrives`() async throws {
    let site = try Site()
    let browser = Browser(site.transport)
    try await browser.open("/album")
    let file = BrowserFile("a.txt", contents: [UInt8](repeating: 0x78, count: 2 << 20))
    try browser.attach(file, to: "Large")
    try await browser.click("Save")
    #expect(browser.text.contains("saved: yes"))
    #expect(browser.text.contains("Got a.txt: xxxxxxxxxx (2097152)"))
    _ = try await site.stop()
  }

  @Test func `Events of a stream arrive immediately`() async throws {
    let site = try Site()
    let browser = Browser(site.transport)
    try await browser.open("/sample")
    let connection = try site.transport.connect()
    try connection.send(
      """
      GET /~live HTTP/1.1\r\nHost: example.org\r\nCookie: \(browser.cookieHeader)\r\n\
      Sec-Fetch-Site: same-origin\r\n\r\n
      """)
    // The stream doesn't end, so Caddy doesn't wait for more.
    let text = await connection.read { $0.contains("event: beat") }
    #expect(text.hasPrefix("HTTP/1.1 200 "))
    #expect(site.server.streamCount == 1)
    connection.close()
    _ = try await site.stop()
  }

  @Test(arguments: ["/~health", "/~ready"])
  func `Health checks aren't reachable through Caddy`(target: String) async throws {
    let site = try Site()
    let request = BrowserRequest(target: target)
    #expect(try await site.transport.send(request).status == 404)
    #expect(try await SocketTransport(port: site.server.port).send(request).status == 200)
    _ = try await site.stop()
  }
}
