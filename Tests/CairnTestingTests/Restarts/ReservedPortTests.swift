import Cairn
import CairnServer
import CairnTesting
import Testing

@Suite struct ReservedPortTests {
  private struct Greeting: App {
    var body: some Scene { WindowGroup { Text("Hello") } }
  }

  @Test func `A server can listen on a reserved port repeatedly`() async throws {
    let port = try ReservedPort()
    let transport = SocketTransport(port: Int(port.number))
    for _ in 1...3 {
      await #expect(throws: BrowserError.self) {
        try await transport.send(BrowserRequest(target: "/"))
      }
      var settings = ServerSettings()
      settings.port = port.number
      let server = try Server(settings: settings) { Mount("/", Greeting.self) }
      try server.start()
      #expect(server.port == Int(port.number))
      #expect(try await transport.send(BrowserRequest(target: "/")).status == 200)
      await server.stop()
    }
  }

  @Test func `A server on any port gets an unreserved one`() async throws {
    let ports = try (1...100).map { _ in try ReservedPort() }
    #expect(Set(ports.map(\.number)).count == 100)
    var settings = ServerSettings()
    settings.port = 0
    let server = try Server(settings: settings) { Mount("/", Greeting.self) }
    try server.start()
    #expect(!ports.contains { Int($0.number) == server.port })
    await server.stop()
  }
}
