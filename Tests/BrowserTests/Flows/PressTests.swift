import Cairn
import CairnServer
import Testing

@testable import WebDriver

/// Presses of a control while the page changes.
@Suite("Browser: presses")
struct PressTests {
  @Test(arguments: Chromium.Options.withScript)
  func `A click isn't lost if the server moves the control while it's pressed`(
    options: Chromium.Options
  ) async throws {
    let clock = TestClock()
    let server = try ServerOfTest { settings, sessions in
      try Server(
        settings: settings, sessions: sessions,
        withDependencies: { $0.continuousClock = clock },
        mounts: { Mount("/", GrowingApp.self) })
    }
    do {
      try await Chromium.run(options) { chromium in
        try await chromium.open("http://127.0.0.1:\(server.port)/")
        try await chromium.click("Start")
        try await chromium.waitFor("the stream") { server.streamCount == 1 }
        try await chromium.settle()
        let work = try await chromium.evaluate("document.documentElement.dataset.work")
        try await chromium.pressButton(on: try await chromium.control("Tap"))
        await clock.advance(by: .seconds(1))
        try await chromium.waitFor("the change") {
          try await chromium.evaluate("document.documentElement.dataset.work") != work
        }
        try await chromium.releaseButton()
        try await chromium.waitFor("the click") {
          try await chromium.text.contains("Taps: 1")
        }
        #expect(try await chromium.text.contains("Line 9"))
        #expect(try await chromium.complaints == [])
      }
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}
