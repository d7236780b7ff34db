import Testing

@testable import Gallery
@testable import WebDriver

/// Animations in a browser without reduced motion.
@Suite("Browser: animations")
struct MovementTests {
  /// Slows down animations so that each one is observable.
  private func slow(_ chromium: Chromium) async throws {
    try await chromium.devTools("Animation.enable")
    try await chromium.devTools("Animation.setPlaybackRate", ["playbackRate": .number(0.02)])
  }

  /// The current animations: names of key frames with their pseudo-elements, or an element's class.
  private func movements(_ chromium: Chromium) async throws -> Set<String> {
    let found = try await chromium.evaluate(
      """
      document.getAnimations().map(({ animationName, effect }) =>
        animationName ? `${animationName} ${effect.pseudoElement}` : effect.target.className)
      """)
    // Animations that follow the scrollbar only move while scrolling.
    let still = ["bar-line"]
    return Set(
      found.array.compactMap(\.string).filter { name in !still.contains(where: name.hasPrefix) })
  }

  private func expect(
    _ movement: String, in chromium: Chromium, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await chromium.waitFor(movement) { try await movements(chromium).contains(movement) }
  }

  /// Finishes all animations.
  private func end(_ chromium: Chromium) async throws {
    try await chromium.evaluate("document.getAnimations().forEach((movement) => movement.finish())")
    try await chromium.waitFor("the end") {
      try await chromium.evaluate("'step' in document.documentElement.dataset").bool == false
    }
  }

  private static var moving: Chromium.Options { .init(reducedMotion: false) }

  @Test func `Rows move to their new positions`() async throws {
    try await Site.visit(Self.moving) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await slow(chromium)
      try await site.database.delete(2)
      try await expect("row", in: chromium)
      // Only the two rows below move, from their earlier positions.
      let moving = try await chromium.evaluate(
        """
        document.getAnimations().filter(({ effect }) => effect.target.matches("li.row"))
          .map(({ effect }) => [effect.target.querySelector(".row-button").textContent,
            parseFloat(getComputedStyle(effect.target).translate.split(" ")[1]) > 10])
        """
      ).array
      #expect(moving.map { $0.array[0].string } == ["Mouse", "Headphones"])
      #expect(moving.allSatisfy { $0.array[1].bool == true })
    }
  }

  @Test(arguments: [true, false])
  func `Screens slide, sheets rise, and popovers grow from their row`(javaScript: Bool) async throws
  {
    var options = Self.moving
    options.javaScript = javaScript
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await slow(chromium)
      for (path, button, row, movement) in Self.steps {
        try await expect(movement, in: chromium) {
          try await chromium.open(path, of: site)
          try await chromium.settle()
          try await end(chromium)
          try await chromium.click(button, row: row, leavesPage: !javaScript)
        }
        if button == "Cancel" {
          #expect(try await !movements(chromium).contains { $0.hasPrefix("slide") })
        }
        if button == "Duplicate" {
          let origin = try await chromium.evaluate(
            """
            (() => {
              const style = getComputedStyle(document.documentElement, "::view-transition-new(popover-1)")
              return style.transformOrigin.startsWith(style.width) && style.transformOrigin.endsWith(" 0px")
            })()
            """)
          #expect(origin.bool == true)
        }
        try await end(chromium)
      }
    }
  }

  /// The start of each step, the button to click, its row, and the expected animation.
  private static let steps: [(path: String, button: String, row: String?, movement: String)] = [
    ("/inventory", "Monitor", nil, "slide ::view-transition-new(root)"),
    ("/inventory/items/2", "Inventory", nil, "slide ::view-transition-old(root)"),
    ("/inventory", "Add", nil, "rise ::view-transition-new(sheet-1)"),
    ("/inventory/add", "Cancel", nil, "rise ::view-transition-old(sheet-1)"),
    ("/inventory", "Duplicate", "Monitor", "unfold ::view-transition-new(popover-1)"),
  ]

  /// Repeats a step until its animation is seen. Chromium skips it if the next page takes more than
  /// four seconds.
  private func expect(
    _ movement: String, in chromium: Chromium, after step: @Sendable () async throws -> Void
  ) async throws {
    for _ in 0..<5 {
      try await step()
      do {
        return try await chromium.waitFor(movement, within: .seconds(20)) {
          try await movements(chromium).contains(movement)
        }
      } catch let error as WebDriverError where error.code == "not within 20.0 seconds" {}
    }
    Issue.record("\(movement) wasn't seen in five attempts")
  }

  @Test func `Reduced motion disables animations of updates`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await slow(chromium)
      try await site.database.delete(2)
      try await chromium.waitFor("the change") { try await chromium.rows.count == 3 }
      #expect(try await movements(chromium) == [])
      try await chromium.click("Mouse")
      #expect(try await chromium.heading == "Edit item")
      #expect(try await movements(chromium) == [])
    }
  }
}
