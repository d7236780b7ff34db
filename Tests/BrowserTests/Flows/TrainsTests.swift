import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: the trains sample")
struct TrainsTests {
  @Test(arguments: withAndWithoutScripts)
  func `A user can open a train and its capacity, and go back`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/", of: site)
      try await chromium.click("Trains")
      #expect(try await chromium.heading == "Trains")
      try await chromium.click("Alpine")
      #expect(try await chromium.path == "/trains/home/detail")
      #expect(try await chromium.title == "Alpine – Trains")
      try await chromium.click("Capacity")
      #expect(try await chromium.path == "/trains/home/detail/capacity")
      #expect(try await chromium.dialogs == ["Capacity"])
      try await chromium.click("Done")
      #expect(try await chromium.dialogs == [])
      // The browser's history leads to pages that still work.
      try await chromium.goToLeftPage(javaScript: javaScript)
      #expect(try await chromium.dialogs == ["Capacity"])
      try await chromium.clickBackdrop()
      try await chromium.click("Trains")
      #expect(try await chromium.path == "/trains/home")
      #expect(try await chromium.text.contains("You looked at Alpine."))
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `Tabs keep the screens opened in them`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/trains/home/station/Oslo", of: site)
      #expect(try await chromium.heading == "From Oslo")
      try await chromium.click("Northern Star")
      #expect(try await chromium.path == "/trains/home/station/Oslo/departures/detail")
      try await chromium.click("Arrivals")
      #expect(try await chromium.path == "/trains/home/station/Oslo/arrivals")
      try await chromium.reload()
      #expect(try await chromium.heading == "To Oslo")
      try await chromium.click("Departures")
      #expect(try await chromium.heading == "Northern Star")
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `The selected tab has the focus`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/trains/home/station/Oslo", of: site)
      for tab in ["Arrivals", "Departures"] {
        try await chromium.click(tab)
        #expect(
          try await chromium.evaluate("document.activeElement.innerText").string == tab)
      }
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `Back leads to the earlier screen of the tab`(javaScript: Bool) async throws {
    let detail = "/trains/home/station/Oslo/departures/detail"
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/trains/home/station/Oslo", of: site)
      try await chromium.click("Northern Star")
      try await chromium.click("Arrivals")
      try await chromium.back()
      #expect(try await chromium.path == detail)
      #expect(try await chromium.heading == "Northern Star")
      // With a station within a station, the outer tabs come first.
      try await chromium.click("Station Oslo")
      #expect(try await chromium.path == "\(detail)/station/Oslo/departures")
      try await chromium.perform(leavesPage: true) {
        try await chromium.evaluate(
          "[...document.querySelectorAll('button')].find((tab) => tab.innerText === 'Arrivals').click()"
        )
      }
      #expect(try await chromium.path == "/trains/home/station/Oslo/arrivals")
      try await chromium.back()
      #expect(try await chromium.path == "\(detail)/station/Oslo/departures")
      #expect(try await chromium.heading == "From Oslo")
    }
  }

  @Test(arguments: withAndWithoutScripts)
  func `A deep link and a lock keep typed text`(javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/trains", of: site)
      try await chromium.click("Shortcuts")
      try await chromium.click("trains://detail?id=0/settings?style=push")
      #expect(try await chromium.path == "/trains/home/detail/settings")
      try await chromium.fill("Your name", with: "Ann")
      try await chromium.click("Lock")
      #expect(try await chromium.heading == "Locked")
      #expect(try await chromium.path == "/trains/home/detail/settings")
      try await chromium.click("Unlock")
      #expect(try await chromium.heading == "Settings")
      try await chromium.click("Done")
      try await chromium.click("Trains for Ann")
      #expect(try await chromium.heading == "Trains for Ann")
    }
  }

  @Test func `Back leaves one screen at a time after a lock`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/trains", of: site)
      try await chromium.click("Coast Line")
      try await chromium.click("Settings")
      try await chromium.click("Lock")
      try await chromium.click("Unlock")
      #expect(try await chromium.heading == "Settings")
      try await chromium.back()
      #expect(try await chromium.heading == "Coast Line")
      try await chromium.back()
      #expect(try await chromium.path == "/trains/home")
    }
  }

  @Test func `A lock above the first screen adds no entry to the history`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/", of: site)
      try await chromium.click("Trains")
      try await chromium.click("Settings")
      let length = try await chromium.evaluate("history.length").number
      for button in ["Lock", "Unlock"] { try await chromium.click(button) }
      #expect(try await chromium.heading == "Settings")
      #expect(try await chromium.evaluate("history.length").number == length)
      try await chromium.back()
      #expect(try await chromium.path == "/trains/home")
      #expect(try await chromium.dialogs == [])
      try await chromium.back()
      #expect(try await chromium.path == "/")
    }
  }

  @Test(arguments: Window.all)
  func `The trains fit and are readable`(window: Window) async throws {
    let options = Chromium.Options(
      javaScript: false, width: window.width, height: window.height, isDark: window.isDark,
      isTouch: window.isTouch)
    try await Site.visit(options) { chromium, site in
      for (name, path) in [
        ("home", "/trains"), ("detail", "/trains/home/detail?id=3"),
        ("capacity", "/trains/home/detail/capacity?id=3"),
        ("board", "/trains/home/station/Oslo/departures"),
        ("board-detail", "/trains/home/station/Oslo/departures/detail?id=0"),
        ("settings", "/trains/home/settings?style=sheet"),
        ("shortcuts", "/trains/home/shortcuts?style=push"),
      ] {
        try await chromium.open(path, of: site)
        try await chromium.screenshot("trains-\(name)-\(window.testDescription)")
        #expect(try await chromium.overflow == [], "\(name)")
        #expect(try await chromium.faintTexts == [], "\(name)")
      }
    }
  }
}
