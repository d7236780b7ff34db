import CairnServer
import CairnSessions

extension ServerOfTest {
  /// Runs a test with a server, and stops the server afterward.
  static func run(
    _ make: @escaping @Sendable (ServerSettings, any SessionStore) throws -> Server,
    test: (ServerOfTest) async throws -> Void
  ) async throws {
    let server = try ServerOfTest(make)
    do {
      try await test(server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  /// The origin of the server's pages. Pages at `localhost` belong to another site than pages at the address.
  func origin(host: String = "127.0.0.1") -> String { "http://\(host):\(port)" }
}
