import Foundation
import Testing

@testable import Gallery
@testable import WebDriver

/// A window size and color scheme for the checks of every page.
struct Window: CustomTestStringConvertible, Sendable {
  let width: Int
  let height: Int
  var isDark = false

  var isTouch: Bool { width < 500 }
  var testDescription: String { "\(width)-\(isDark ? "dark" : "light")" }

  static let all = [
    Window(width: 1280, height: 900), Window(width: 1280, height: 900, isDark: true),
    Window(width: 390, height: 844), Window(width: 390, height: 844, isDark: true),
    Window(width: 320, height: 568),
  ]
}

@Suite("Browser: appearance")
struct LooksTests {
  @Test(arguments: Window.all)
  func `Every page fits, is readable, and is easy to touch`(window: Window) async throws {
    let options = Chromium.Options(
      javaScript: false, width: window.width, height: window.height, isDark: window.isDark,
      isTouch: window.isTouch)
    try await Site.visit(options) { chromium, site in
      @Sendable func look(at name: String) async throws {
        let isLayered = try await !chromium.dialogs.isEmpty
        try await chromium.screenshot("\(name)-\(window.testDescription)", ofWindow: isLayered)
        #expect(try await chromium.overflow == [], "\(name)")
        #expect(try await chromium.faintTexts == [], "\(name)")
        if window.isTouch { #expect(try await chromium.smallTargets == [], "\(name)") }
      }
      try await chromium.open("/nowhere", of: site)
      try await look(at: "not-found")
      try await chromium.open("/", of: site)
      try await look(at: "gallery")
      try await chromium.open("/inventory/items/99", of: site)
      try await look(at: "gone")
      try await chromium.open("/inventory", of: site)
      try await look(at: "list")

      try await chromium.click("Add")
      try await look(at: "add")
      try await chromium.fill("Quantity", with: "abc")
      try await chromium.click("Save")
      try await chromium.fill("Quantity", with: "-1")
      try await chromium.click("Save")
      try await look(at: "add-problems")
      try await chromium.fill("Quantity", with: "abc")
      try await chromium.set("Timer", to: true)
      try await chromium.apply()
      try await look(at: "add-timer")
      // Don't use Cancel, because the timer may have closed the form on a busy machine.
      try await chromium.open("/inventory", of: site)

      try await chromium.click("Duplicate", row: "Mouse")
      try await look(at: "duplicate")
      try await chromium.click("Cancel")
      try await chromium.click("Keyboard")
      try await look(at: "edit")
      try await chromium.fill("Name", with: " ")
      try await chromium.click("Inventory")
      try await look(at: "alert-problem")
      try await chromium.click("OK")
      try await chromium.click("Delete", row: "Monitor")
      try await look(at: "delete")
      try await chromium.click("Cancel")
      try await chromium.click("More", row: "Headphones")
      try await look(at: "more")
      try await chromium.click("Cancel")

      try await chromium.click("Import")
      try await look(at: "import")
      try await chromium.click("Cancel")

      try await chromium.click("Take stock")
      try await look(at: "stocktake")
      try await chromium.click("Start")
      try await chromium.fill("Counted", with: "97")
      try await chromium.click("Next")
      try await look(at: "count")
      for _ in 2...4 { try await chromium.click("Next") }
      try await look(at: "summary")
      try await chromium.click("Cancel")

      for item in site.database.items { try await site.database.delete(item.id) }
      try await chromium.reload()
      try await look(at: "empty")
    }
  }

  @Test func `Dark mode has dark colors`() async throws {
    var lightness: [Bool: [Double]] = [:]
    for isDark in [false, true] {
      let seen = Seen()
      try await Site.visit(.init(isDark: isDark)) { chromium, site in
        try await chromium.open("/inventory/add", of: site)
        for (property, selector) in [
          ("background-color", "body"), ("background-color", "dialog"), ("color", "dialog h1"),
        ] {
          let color = try await chromium.style(property, of: selector)
          // The computed value has the form oklch(0.2 0.01 80).
          let number = try #require(color.firstMatch(of: /oklch\(([0-9.]+)/)?.1)
          await seen.add(try #require(Double(number)))
        }
      }
      lightness[isDark] = await seen.numbers
    }
    let light = try #require(lightness[false])
    let dark = try #require(lightness[true])
    #expect(light[0] > 0.9 && light[1] > 0.9 && light[2] < 0.4)
    #expect(dark[0] < 0.25 && dark[1] < 0.3 && dark[2] > 0.8)
  }

  private actor Seen {
    var numbers: [Double] = []
    func add(_ number: Double) { numbers.append(number) }
  }

  @Test(arguments: [true, false])
  func `Reduced motion disables all animations`(reducedMotion: Bool) async throws {
    try await Site.visit(.init(reducedMotion: reducedMotion)) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Add")
      let movements = try await chromium.evaluate(
        """
        (() => {
          const rules = list => [...list].flatMap(rule =>
            rule instanceof CSSMediaRule
              ? (matchMedia(rule.conditionText).matches ? rules(rule.cssRules) : [])
              : [rule])
          const active = [...document.styleSheets].flatMap(sheet => rules(sheet.cssRules))
          const moving = document.getAnimations()
            .filter(animation => animation.timeline == document.timeline)
            .map(animation => animation.animationName ?? "transition")
          const lasts = duration => parseFloat(duration) > 0
          return active.filter(rule => rule.cssText.startsWith("@view-transition")
            || lasts(rule.style?.animationDuration) || lasts(rule.style?.transitionDuration))
            .map(rule => rule.selectorText ?? rule.cssText).concat(moving)
            // Ignore animations that only delay when elements accept clicks.
            .filter(name => !name.includes("backdrop") && name != "wake")
        })()
        """
      ).array.compactMap(\.string)
      #expect(movements.isEmpty == reducedMotion, "\(movements)")
    }
  }

  @Test(arguments: ["/inventory", "/inventory/add", "/inventory/items/2/duplicate"])
  func `A printed page shows the top layer`(path: String) async throws {
    let options = Chromium.Options(width: 794, height: 1123, isDark: true, medium: "print")
    try await Site.visit(options) { chromium, site in
      try await chromium.open(path, of: site)
      let name = "print" + path.replacing("/", with: "-")
      try await chromium.screenshot(name)
      let hidden = try await chromium.evaluate(
        """
        [...document.querySelectorAll("[inert], .toolbar, .backdrop, .row-actions, .buttons")]
          .filter(element => element.checkVisibility()).length
        """)
      #expect(hidden.number == 0)
      #expect(try await chromium.text.contains(path == "/inventory" ? "Keyboard" : "Name"))
      #expect(try await chromium.faintTexts == [])
      let (width, _) = try await chromium.viewport
      let layer = try await chromium.box("body > :not([inert])")
      #expect(layer.y < 40 && layer.width <= width)
      // Paper is white in both color schemes.
      #expect(try await chromium.style("color-scheme", of: "html") == "light")
    }
  }

  @Test func `The console reports violations`() async throws {
    try await Chromium.run { chromium in
      let page =
        "data:text/html,<meta http-equiv=Content-Security-Policy content=\"style-src 'none'\">"
      try await chromium.open(page + "<p style='color:red'>red</p>")
      #expect(try await chromium.complaints.contains { $0.contains("Content Security Policy") })
    }
  }

  /// Creates the picture for the readme: `Tests/output/readme.png`.
  @Test func `The readme's picture shows the popover`() async throws {
    try await Site.visit(.init(width: 1280, height: 800, scale: 2)) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.click("Duplicate", row: "Keyboard")
      let file = try await chromium.screenshot("readme", ofWindow: true)
      #expect(try Data(contentsOf: file).count < 400_000)
    }
  }
}
