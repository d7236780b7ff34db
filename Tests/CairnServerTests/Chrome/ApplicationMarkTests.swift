import Cairn
import CairnSecurity
import CairnServer
import CairnTesting
import Foundation
import Testing
import Ways

private struct EmptyApp: App {
  var body: some Scene { WindowGroup { Text("Here") } }
}

@Suite(.withoutScript(.process)) struct ApplicationMarkTests {
  private func errorPage(_ directories: [URL]) async throws -> String {
    var settings = ServerSettings()
    settings.port = 0
    settings.publicDirectories = directories.map(\.path)
    let server = try TestServer(settings: settings) { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/app", EmptyApp.self) }
    }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/nowhere")
    #expect(browser.status == 404)
    return browser.html
  }

  @Test func `An error page has no icon if the application has none`() async throws {
    let page = try await errorPage([])
    #expect(page.contains("Page not found"))
    #expect(!page.contains("<img") && !page.contains("<svg"))
  }

  @Test func `An error page shows the application's icon`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-\(RandomToken.sceneID())", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try await !errorPage([folder]).contains("<img"))
    try Data("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
      .write(to: folder.appendingPathComponent("favicon.svg"))
    let page = try await errorPage([folder])
    #expect(page.contains(#"<img class="mark" alt="" src="/public/favicon."#))
  }
}
