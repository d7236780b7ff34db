import Cairn
import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: a timer that dismisses a form")
struct TimerTests {
  @Test(arguments: withAndWithoutScripts)
  func `The form is dismissed after five real seconds`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.set("Timer", to: true)
      let start = ContinuousClock.now
      try await chromium.apply()
      #expect(try await chromium.text.contains("This form closes in "))
      // The time between two pages depends on the machine. The test only checks that the form stays for
      // five seconds, and that each page then leads to the list.
      try await chromium.waitFor("a tick") {
        try await chromium.update()
        return try await !chromium.text.contains("This form closes in 5 seconds.")
      }
      try await chromium.waitFor("the list") {
        // With the script, the form is dismissed at any time, even between two checks.
        let dialogs = try await chromium.dialogs
        if try await chromium.path == "/inventory" { return true }
        #expect(dialogs == ["Add item"])
        try await chromium.update()
        return false
      }
      #expect(ContinuousClock.now - start >= .seconds(5))
      #expect(try await chromium.dialogs == [])
      #expect(site.names.count == 4)
    }
  }

  @Test(
    arguments: [
      (.init(), "/inventory/add"), (.init(engine: .firefox), "/inventory/add"),
      (.init(javaScript: false), "/inventory/items/1/duplicate"), (.init(), "/inventory/items/1"),
    ] as [(Chromium.Options, String)])
  func `The timer works in every presentation of the form`(options: Chromium.Options, path: String)
    async throws
  {
    let clock = TestClock()
    try await Site.visit(options, clock: clock) { chromium, site in
      try await chromium.open(path, of: site)
      try await chromium.set("Timer", to: true)
      try await chromium.apply()
      await clock.advance(by: .seconds(1))
      // Text typed in the meantime is kept.
      try await chromium.fill("Name", with: "Organ")
      try await chromium.update()
      try await chromium.waitFor("the tick") {
        try await chromium.text.contains("This form closes in 4 seconds.")
      }
      #expect(try await chromium.evaluate("document.querySelector('progress').value").number == 1)
      #expect(try await chromium.value(of: "Name") == "Organ")
      await clock.advance(by: .seconds(4))
      if !options.javaScript { try await chromium.click("Update") }
      try await chromium.waitFor("the list") { try await chromium.path == "/inventory" }
      #expect(try await chromium.heading == "Inventory")
      // The pushed form saves the edit whenever it's dismissed.
      #expect((site.item(named: "Organ") != nil) == (path == "/inventory/items/1"))
      #expect(try await chromium.rows.contains("Organ") == (path == "/inventory/items/1"))
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A timer that is switched off doesn't dismiss the form`(javaScript: Bool) async throws {
    let clock = TestClock()
    try await Site.visit(.init(javaScript: javaScript), clock: clock) { chromium, site in
      try await chromium.open("/inventory/add", of: site)
      try await chromium.set("Timer", to: true)
      try await chromium.apply()
      await clock.advance(by: .seconds(2))
      try await chromium.set("Timer", to: false)
      try await chromium.apply()
      await clock.advance(by: .seconds(10))
      if !javaScript {
        #expect(try await !chromium.hasControl("Update"))
        try await chromium.click("Apply")
      }
      #expect(try await chromium.dialogs == ["Add item"])
    }
  }
}
