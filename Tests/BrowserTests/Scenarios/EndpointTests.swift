import CairnServer
import Foundation
import Testing

@testable import WebDriver

@Suite("Browser: endpoints")
struct EndpointTests {
  private func visit(
    _ options: Chromium.Options = Chromium.Options(),
    _ body: @Sendable (Chromium, ServerOfTest) async throws -> Void
  ) async throws {
    try await ServerOfTest.run { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/", ThemeApp.self) }
    } test: { server in
      try await Chromium.run(options) { chromium in
        try await chromium.open("\(server.origin())/")
        try await body(chromium, server)
        // The console repeats the status of rejected requests, and of icons that are missing.
        let complaints = try await chromium.complaints.filter {
          !$0.contains("status of 403") && !$0.contains("status of 404")
        }
        #expect(complaints == [])
      }
    }
  }

  /// Waits until the page receives changes.
  private func listen(_ chromium: Chromium, _ server: ServerOfTest) async throws {
    try await chromium.waitFor("the stream") {
      try await chromium.location.contains("?~") && server.streamCount == 1
    }
    try await chromium.settle()
  }

  /// Sends a theme from the script of a page. Returns the status.
  private func send(_ theme: String, by method: String, in chromium: Chromium) async throws
    -> Double?
  {
    try await chromium.evaluate(
      """
      fetch("/theme", {
        method: "\(method)", body: '"\(theme)"', headers: { "Content-Type": "application/json" },
      }).then((response) => response.status)
      """
    ).number
  }

  @Test(arguments: withAndWithoutScripts)
  func `A link with the attribute “download” saves a file`(hasScripts: Bool) async throws {
    try await visit(Chromium.Options(javaScript: hasScripts)) { chromium, _ in
      try await chromium.withDownloads { folder in
        try await chromium.click("Export", leavesPage: false)
        let file = folder.appending(path: "Thèmes.csv")
        try await chromium.waitFor("the file") {
          (try? String(contentsOf: file, encoding: .utf8)) == "name\nlight\n"
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == ["Thèmes.csv"])
        #expect(try await chromium.heading == "Theme")
      }
    }
  }

  @Test(arguments: ["PUT", "POST"])
  func `A page shows a value that its own script changes with an endpoint`(method: String)
    async throws
  {
    try await visit { chromium, server in
      try await listen(chromium, server)
      #expect(try await chromium.text.contains("Theme: light"))
      #expect(try await send("dark", by: method, in: chromium) == 204)
      try await chromium.waitFor("the change") {
        try await chromium.text.contains("Theme: dark")
      }
    }
  }

  @Test func `A form of another site is rejected, unless the endpoint accepts other sites`()
    async throws
  {
    try await visit { chromium, server in
      try await listen(chromium, server)
      #expect(try await send("dark", by: "PUT", in: chromium) == 204)
      try await ServerOfTest.run { settings, sessions in
        try Server(settings: settings, sessions: sessions) {
          Mount("/", ThemeApp.self)
          OtherSite.form
        }
      } test: { other in
        let form = "\(other.origin(host: "localhost"))/form?target=\(server.origin())"
        try await chromium.open("\(form)/theme&name=theme&value=pink")
        try await chromium.click("Continue")
        #expect(try await chromium.url == "\(server.origin())/theme")
        let text = try await chromium.text
        #expect(text.contains("403"))
        #expect(text.contains("The request didn't come from a page of this server."))
        try await chromium.open("\(form)/hook&name=event&value=paid")
        try await chromium.click("Continue")
        #expect(try await chromium.url == "\(server.origin())/hook")
        #expect(try await chromium.text.contains("Received event=paid"))
      }
      try await chromium.open("\(server.origin())/")
      try await chromium.waitFor("the theme") {
        try await chromium.text.contains("Theme: dark")
      }
    }
  }

  /// The server makes a pushed change for the time zone that the browser reported when it opened the stream.
  @Test func `Pushed changes use the new time zone after a page has reconnected`() async throws {
    try await visit { chromium, server in
      func setZone(_ zone: String) async throws {
        try await chromium.devTools(
          "Emulation.setTimezoneOverride", ["timezoneId": .string(zone)])
      }
      try await setZone("Asia/Tokyo")
      try await chromium.reload()
      try await chromium.waitFor("the first time zone") {
        try await chromium.text.contains("Zone: Asia/Tokyo")
      }
      try await listen(chromium, server)
      // The page reports the time zone when the user returns to it, as after a journey.
      try await setZone("America/New_York")
      try await chromium.evaluate("dispatchEvent(new Event('visibilitychange'))")
      try await chromium.waitFor("the second time zone") {
        try await chromium.text.contains("Zone: America/New_York")
      }
      try await server.restart()
      try await listen(chromium, server)
      // The console reports the lost stream.
      _ = try await chromium.complaints
      #expect(try await send("dark", by: "PUT", in: chromium) == 204)
      try await chromium.waitFor("the change") {
        try await chromium.text.contains("Theme: dark")
      }
      #expect(try await chromium.text.contains("Zone: America/New_York"))
    }
  }
}
