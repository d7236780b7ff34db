import CairnServer
import Testing

@testable import WebDriver

/// Guards that close in another tab while a user types.
@Suite("Browser: guards")
struct GuardTests {
  private func visit(
    _ path: String, _ options: Chromium.Options = Chromium.Options(),
    _ body: @Sendable (Chromium, ServerOfTest) async throws -> Void
  ) async throws {
    try await ServerOfTest.run { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        Mount("/", GuardedNotesApp.self)
        Mount("/covered", CoveredNotesApp.self)
      }
    } test: { server in
      try await Chromium.run(options) { chromium in
        try await chromium.open(server.origin() + path)
        try await signIn(chromium, to: "Notes")
        try await body(chromium, server)
        #expect(try await chromium.complaints == [])
      }
    }
  }

  private func wait(for heading: String, in chromium: Chromium) async throws {
    try await chromium.waitFor("“\(heading)”") { try await chromium.heading == heading }
  }

  private func signIn(_ chromium: Chromium, to heading: String) async throws {
    try await wait(for: "Sign in", in: chromium)
    try await chromium.click("Sign in")
    try await wait(for: heading, in: chromium)
    try await chromium.settle()
  }

  /// Closes the guard in another tab.
  private func lock(_ chromium: Chromium, _ server: ServerOfTest, _ path: String) async throws {
    let tab = try await chromium.tab
    _ = try await chromium.newTab()
    try await chromium.open(server.origin() + path)
    try await chromium.click("Lock")
    try await wait(for: "Sign in", in: chromium)
    try await chromium.switchTo(tab: tab)
  }

  /// Types text, has the guard closed by a push, and signs in again.
  private func interrupt(
    _ chromium: Chromium, _ server: ServerOfTest, at path: String, typing text: String,
    in field: String
  ) async throws {
    let heading = try await chromium.heading
    try await chromium.waitFor("the stream") { server.streamCount == 1 }
    try await chromium.fill(field, with: text)
    try await chromium.settle()
    try await lock(chromium, server, path)
    try await signIn(chromium, to: heading)
  }

  @Test func `Without the script, a rejected form continues after signing in again`() async throws {
    try await visit("/", Chromium.Options(javaScript: false)) { chromium, server in
      try await chromium.fill("Note", with: "Half a thought")
      try await lock(chromium, server, "/")
      #expect(try await chromium.heading == "Notes")
      try await chromium.click("Keep")
      #expect(try await chromium.heading == "Sign in")
      #expect(try await chromium.text.contains("It continues after you sign in."))
      try await signIn(chromium, to: "Notes")
      #expect(try await chromium.text.contains("Your earlier request has now been processed."))
      #expect(try await chromium.text.contains("Kept: Half a thought"))
      #expect(try await chromium.value(of: "Note") == "")
    }
  }

  @Test func `Typed text is kept when a push closes the guard`() async throws {
    try await visit("/") { chromium, server in
      try await interrupt(chromium, server, at: "/", typing: "Half a thought", in: "Note")
      #expect(try await chromium.value(of: "Note") == "Half a thought")
      try await chromium.click("Keep")
      try await chromium.waitFor("the note") {
        try await chromium.text.contains("Kept: Half a thought")
      }
      #expect(try await chromium.value(of: "Note") == "")
    }
  }

  @Test(arguments: ["Note", "Detail"])
  func `Typed text and the focus are kept below a guard that covers the page`(field: String)
    async throws
  {
    try await visit("/covered") { chromium, server in
      if field == "Detail" {
        try await chromium.click("Details")
        try await wait(for: "Details", in: chromium)
      }
      try await interrupt(
        chromium, server, at: "/covered", typing: "Half a thought", in: field)
      #expect(try await chromium.value(of: field) == "Half a thought")
      try await chromium.waitFor("the focus in the field") {
        try await chromium.evaluate("document.activeElement.labels?.[0]?.textContent.trim()")
          .string == field
      }
    }
  }
}
