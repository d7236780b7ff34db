import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// Tests the export of journals as tests. The recorder wrote the recorded tests next to this file, and
/// they run with all other tests. These tests check that the recorder still writes the same files.
///
/// Set `CAIRN_WRITE_RECORDED=1` in the environment to write them again.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct JournalExportTests {
  private func browser() throws -> Browser {
    var settings = ServerSettings()
    settings.recordsScenes = true
    let server = try TestServer(settings: settings) { settings, sessions in
      try Server(
        settings: settings, sessions: sessions,
        withDependencies: {
          $0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
          $0.uuid = .incrementing
          $0.factClient = .good
        }, mounts: { GalleryApp.mounts() })
    }
    return Browser(InProcessTransport(server))
  }

  private func expect(_ browser: Browser, writes name: String) async throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(name).swift")
    let tab = try await browser.clickIntoNewTab("Test", in: .recorder)
    #expect(tab.header("Content-Disposition") == "attachment; filename=\"\(name).swift\"")
    if ProcessInfo.processInfo.environment["CAIRN_WRITE_RECORDED"] == "1" {
      try tab.html.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == tab.html)
  }

  @Test func `Actions are exported as a test with TestStore`() async throws {
    let browser = try browser()
    try await browser.open("/menu/stack")
    try await browser.click("Sign in")
    try browser.fill("Email", with: "\"ada\"@example.com\\")
    try await browser.click("Sign in")
    try await browser.click("Sign up")
    try browser.fill("Name", with: "Ada “L”")
    try browser.fill("Email", with: "ada@example.com")
    try await browser.click("Sign up")
    try await browser.click("Done")
    try await browser.click("Sign up")
    try await browser.click("Cancel")
    try await expect(browser, writes: "RecordedStackMenuAppTests")
  }

  @Test func `Forms are exported as a test of models`() async throws {
    let browser = try browser()
    try await browser.open("/counters")
    try await browser.click("Add counter")
    try await browser.click("Add counter")
    try await browser.click("Increment counter 2", in: .row("0", index: 1))
    try await browser.click("Increment counter 2", in: .row("1"))
    try await browser.click("Fact", in: .row("2"))
    try await browser.click("Close")
    try await browser.click("Remove", in: .row("0"))
    try await expect(browser, writes: "RecordedCountersAppTests")
  }
}
