import Cairn
import CairnSessions
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnServer

/// Two servers on one host, behind the nginx configuration from the article on deployment. One prefix begins with the
/// other one.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct NginxPrefixTests {
  /// A server below a prefix, with a port, a secret, and a store that outlive it.
  private final class Tenant {
    let prefix: String
    let port: ReservedPort
    private(set) var server: Server
    private let make: () throws -> Server

    init(_ prefix: String, _ folder: PublicFolder) throws {
      let port = try ReservedPort()
      let store = MemorySessionStore()
      var settings = ServerSettings()
      settings.port = port.number
      settings.pathPrefix = prefix
      settings.trustedProxies = ["127.0.0.1"]
      settings.publicDirectories = [folder.path]
      settings.secretBytes = Array("the secret of the server below \(prefix)".utf8)
      make = { [settings] in
        let server = try Server(settings: settings, sessions: store) {
          Mount("/", BookcaseApp.self)
        }
        try server.start()
        return server
      }
      self.prefix = prefix
      self.port = port
      server = try make()
    }

    func restart() async throws {
      await server.stop()
      server = try make()
    }
  }

  private struct Host {
    let short: Tenant
    let long: Tenant
    let nginx: Nginx
    private let folder: PublicFolder

    init() throws {
      folder = try PublicFolder(["logo.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"])
      short = try Tenant("/a", folder)
      long = try Tenant("/ab", folder)
      nginx = try Nginx(
        before: (short.prefix, Int(short.port.number)), and: (long.prefix, Int(long.port.number)))
    }

    var tenants: [Tenant] { [short, long] }

    var transport: TLSTransport { nginx.transport }

    func stop() async {
      for tenant in tenants { await tenant.server.stop() }
    }
  }

  private func add(_ book: String, _ browser: Browser) async throws {
    try browser.fill("Title", with: book)
    try await browser.click("Add")
  }

  @Test func `Each application has its own session, which survives a restart`() async throws {
    let host = try Host()
    let first = Browser(host.transport)
    let second = first.newTab()
    try await first.open("/a")
    try await add("Ulysses", first)
    try await second.open("/ab")
    try await add("Emma", second)
    #expect(first.text.contains("Books: Ulysses"))
    #expect(second.text.contains("Books: Emma"))
    #expect(first.cookies.map(\.name) == ["__Secure-cairn-a", "__Secure-cairn-ab"])
    #expect(first.cookies.map(\.path) == ["/a", "/ab"])

    for tenant in host.tenants { try await tenant.restart() }
    for (browser, books, own) in [
      (first, "Ulysses, Ulysses 2", "__Secure-cairn-a"),
      (second, "Emma, Emma 2", "__Secure-cairn-ab"),
    ] {
      try await add(String(books.split(separator: ", ")[1]), browser)
      #expect(browser.text.contains("Books: \(books)"))
      // Neither server gets the other's cookie.
      for exchange in browser.exchanges {
        let sent = exchange.request.header("Cookie")?.split(separator: "; ") ?? []
        #expect(sent.map { $0.prefix { $0 != "=" } } == [own[...]])
      }
      try await browser.click("Note")
      try browser.fill("Text", with: "typed")
      try await browser.submit()
      #expect(try browser.field("Text").value == "typed")
    }
    #expect(first.path == "/a/note")
    #expect(second.path == "/ab/note")
    #expect(first.cookies.count == 2)
    await host.stop()
  }

  @Test func `Each application has its own stream`() async throws {
    let host = try Host()
    for tenant in host.tenants {
      let browser = Browser(host.transport)
      try await browser.open(tenant.prefix)
      let cookie = try #require(browser.cookies.first)
      let connection = try host.transport.connect()
      try connection.send(
        """
        GET \(tenant.prefix)/~live HTTP/1.1\r\nHost: example.org\r\n\
        Cookie: \(cookie.name)=\(cookie.value)\r\n\
        Sec-Fetch-Site: same-origin\r\n\r\n
        """)
      let text = await connection.read { $0.contains("event: beat") }
      #expect(text.hasPrefix("HTTP/1.1 200 "))
      #expect(tenant.server.streamCount == 1)
      connection.close()
    }
    #expect(try await host.transport.send(BrowserRequest(target: "/~live")).status == 404)
    await host.stop()
  }

  @Test func `Error pages lead to the start page of their own application`() async throws {
    let host = try Host()
    for tenant in host.tenants {
      let response = try await host.transport.send(
        BrowserRequest(
          target: "\(tenant.prefix)/public/logo.svg", headers: [("Range", "bytes=999-")]))
      #expect(response.status == 416)
      let urls = response.text.matches(of: /href="([^"]*)"/).map { String($0.1) }
      // The style sheet, the icon, and the link.
      #expect(urls.count == 3)
      #expect(urls.last == tenant.prefix)
      for url in urls {
        #expect(url == tenant.prefix || url.hasPrefix("\(tenant.prefix)/public/"))
        #expect(try await host.transport.send(BrowserRequest(target: url)).status == 200)
      }
    }
    await host.stop()
  }

  @Test func `Health checks are below the prefix, and only direct`() async throws {
    let host = try Host()
    for tenant in host.tenants {
      let direct = SocketTransport(port: tenant.server.port)
      for name in ["~health", "~ready"] {
        let request = BrowserRequest(target: "\(tenant.prefix)/\(name)")
        #expect(try await direct.send(request).status == 200)
        #expect(try await direct.send(BrowserRequest(target: "/\(name)")).status == 404)
        #expect(try await host.transport.send(request).status == 404)
      }
    }
    await host.stop()
  }

  @Test(arguments: ["/", "/abc", "/abc/public/cairn.css", "/public/cairn.css", "/A", "/~health"])
  func `Other paths of the host belong to neither application`(target: String) async throws {
    let host = try Host()
    let response = try await host.transport.send(BrowserRequest(target: target))
    #expect(response.status == 404)
    // nginx responds itself.
    #expect(response.header("Content-Security-Policy") == nil)
    await host.stop()
  }
}
