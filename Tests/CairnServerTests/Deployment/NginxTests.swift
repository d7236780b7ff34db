import Cairn
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnServer

/// The nginx configuration from the article on deployment, unchanged.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct NginxTests {
  private struct Site {
    let server: Server
    let nginx: Nginx
    let log: Pipe

    init(trusting proxies: [String], rate: String? = nil) throws {
      log = Pipe()
      var settings = ServerSettings()
      settings.port = 0
      settings.trustedProxies = proxies
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
      nginx = try Nginx(before: server.port, rate: rate)
    }

    var transport: TLSTransport { nginx.transport }

    /// Stops the server, and returns the lines of its access log.
    func stop() async throws -> [String] {
      await server.stop()
      try log.fileHandleForWriting.close()
      let data = try log.fileHandleForReading.readToEnd() ?? Data()
      return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  @Test func `An application works through TLS`() async throws {
    let site = try Site(trusting: ["127.0.0.1"])
    let browser = Browser(site.transport)
    try await browser.open("/sample")
    #expect(browser.exchanges[0].response.header("Strict-Transport-Security") != nil)
    let cookie = try #require(browser.cookies.first)
    #expect(cookie.name == "__Host-cairn")
    #expect(cookie.isSecure)

    try await browser.click("Detail")
    let answer = try #require(browser.exchanges.first?.response)
    #expect(answer.status == 303)
    // Browsers resolve it against their own scheme and host.
    #expect(answer.header("Location")?.hasPrefix("/sample/detail?~") == true)
    try browser.fill("Text", with: "typed")
    try await browser.click("Apply")
    #expect(try browser.field("Text").value == "typed")

    // A client can't claim to be another client.
    _ = try await site.transport.send(
      BrowserRequest(
        target: "/plain", headers: [("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-Host", "evil")]))
    let lines = try await site.stop()
    #expect(lines.count >= 5)
    for line in lines { #expect(line.hasPrefix("127.0.0.2 - - ["), "\(line)") }
  }

  @Test func `Plain HTTP is redirected to TLS`() async throws {
    let site = try Site(trusting: ["127.0.0.1"])
    let answer = try await SocketTransport(port: Int(site.nginx.plainPort.number)).send(
      BrowserRequest(target: "/sample?a=1", headers: [("Host", "example.org")]))
    #expect(answer.status == 301)
    #expect(answer.header("Location") == "https://example.org/sample?a=1")
    _ = try await site.stop()
  }

  @Test func `Requests for another host are rejected`() async throws {
    let site = try Site(trusting: ["127.0.0.1"])
    let request = BrowserRequest(target: "/sample", headers: [("Host", "evil.example")])
    let plain = SocketTransport(port: Int(site.nginx.plainPort.number))
    // nginx closes the connection. If the name in the handshake was right, nginx sends its own page instead.
    for response in [try? await site.transport.send(request), try? await plain.send(request)] {
      #expect(response == nil || response?.status == 400)
    }
    #expect(try await site.stop().isEmpty)
  }

  @Test func `An upload of two megabytes arrives`() async throws {
    let site = try Site(trusting: ["127.0.0.1"])
    let browser = Browser(site.transport)
    try await browser.open("/album")
    let file = BrowserFile("a.txt", contents: [UInt8](repeating: 0x78, count: 2 << 20))
    try browser.attach(file, to: "Large")
    try await browser.click("Save")
    #expect(browser.text.contains("saved: yes"))
    #expect(browser.text.contains("Got a.txt: xxxxxxxxxx (2097152)"))
    _ = try await site.stop()
  }

  @Test(arguments: ["application/x-www-form-urlencoded", "application/octet-stream"])
  func `A form that is too large gets the server's own error page`(type: String) async throws {
    let site = try Site(trusting: ["127.0.0.1"])
    let request = BrowserRequest(
      method: "POST", target: "/sample",
      headers: [("Origin", site.transport.origin), ("Content-Type", type)],
      body: [UInt8](repeating: 0x78, count: 2 << 20))
    let response = try await site.transport.send(request)
    #expect(response.status == 413)
    #expect(String(decoding: response.body, as: UTF8.self).contains("cairn"))
    _ = try await site.stop()
  }

  @Test func `Events of a stream arrive immediately`() async throws {
    let site = try Site(trusting: ["127.0.0.1"])
    let browser = Browser(site.transport)
    try await browser.open("/sample")
    let connection = try site.transport.connect()
    try connection.send(
      """
      GET /~live HTTP/1.1\r\nHost: example.org\r\nCookie: \(browser.cookieHeader)\r\n\
      Sec-Fetch-Site: same-origin\r\n\r\n
      """)
    // The stream doesn't end, so nginx doesn't wait for more.
    let text = await connection.read { $0.contains("event: beat") }
    #expect(text.hasPrefix("HTTP/1.1 200 "))
    #expect(site.server.streamCount == 1)
    connection.close()
    _ = try await site.stop()
  }

  @Test func `Requests beyond the rate and the burst are rejected`() async throws {
    // On a slow machine, a request per minute is added to the burst.
    let site = try Site(trusting: ["127.0.0.1"], rate: "1r/m")
    var statuses: [Int] = []
    while statuses.last != 429, statuses.count < 1000 {
      statuses.append(try await site.transport.send(BrowserRequest(target: "/plain")).status)
    }
    // The first request, the burst of 100, and a rejected one.
    #expect(statuses.count >= 102)
    #expect(statuses.last == 429)
    #expect(statuses.dropLast().allSatisfy { $0 == 200 })
    _ = try await site.stop()
  }

  @Test func `The number of requests in progress is limited`() async throws {
    let site = try Site(trusting: ["127.0.0.1"])
    // nginx counts a request as soon as it has the head. The bodies never arrive.
    let head = """
      POST /sample HTTP/1.1\r\nHost: example.org\r\nContent-Length: 10\r\n\
      Content-Type: application/x-www-form-urlencoded\r\n\r\n
      """
    let connections = try (0..<51).map { _ in
      let connection = try site.transport.connect()
      try connection.send(head)
      return connection
    }
    // nginx rejects the request that arrives last, which can be any of them.
    let text = await withTaskGroup(of: String.self) { group in
      for connection in connections {
        group.addTask { await connection.read { $0.contains("\r\n\r\n") } }
      }
      let first = await group.next() ?? ""
      for connection in connections { connection.close() }
      return first
    }
    #expect(text.hasPrefix("HTTP/1.1 429 "))
    _ = try await site.stop()
  }

  @Test(arguments: ["/~health", "/~ready"])
  func `Health checks aren't reachable through nginx`(target: String) async throws {
    let site = try Site(trusting: ["127.0.0.1"])
    let request = BrowserRequest(target: target)
    #expect(try await site.transport.send(request).status == 404)
    #expect(try await SocketTransport(port: site.server.port).send(request).status == 200)
    _ = try await site.stop()
  }

  @Test func `If the proxy isn't trusted, its requests are rejected`() async throws {
    let site = try Site(trusting: [])
    let response = try await site.transport.send(BrowserRequest(target: "/sample"))
    #expect(response.status == 421)
    let lines = try await site.stop()
    #expect(lines.contains { $0.contains("\"GET /sample HTTP/1.1\" 421 ") })
  }
}
