import CairnSecurity
import CairnServer
import CairnSessions
import CairnTesting

/// Runs a test with a server and a browser that has opened a page and counted once.
func withVault(
  _ way: EndpointWay, settings: ServerSettings = ServerSettings(),
  sessions: any SessionStore = MemorySessionStore(), gate: VaultGate = VaultGate(),
  _ test: (any BrowserTransport, Browser, Server) async throws -> Void
) async throws {
  var settings = settings
  settings.port = 0
  let server = try vaultServer(settings, sessions: sessions, gate: gate)
  if way == .socket { try server.start() }
  let site: any BrowserTransport =
    way == .socket ? SocketTransport(port: server.port) : InProcessTransport(server)
  do {
    let browser = Browser(site)
    try await browser.open("/vault")
    try await browser.click("Count")
    try await test(site, browser, server)
  } catch {
    if way == .socket { await server.stop() }
    throw error
  }
  if way == .socket { await server.stop() }
}

/// The settings of servers that share a store.
func sharedSettings() -> ServerSettings {
  var settings = ServerSettings()
  settings.secretBytes = RandomToken.bytes(ServerSecret.minimumLength)
  return settings
}
