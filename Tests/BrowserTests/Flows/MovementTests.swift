import Testing

@testable import Gallery
@testable import WebDriver

/// What moves, in a browser whose user has nothing against it.
@Suite("Browser: movement")
struct MovementTests {
  /// So slow that each movement is seen.
  private func slow(_ chromium: Chromium) async throws {
    try await chromium.devTools("Animation.enable")
    try await chromium.devTools("Animation.setPlaybackRate", ["playbackRate": .number(0.02)])
  }

  /// What moves now: names of key frames and what they are of, or of an element its class.
  private func movements(_ chromium: Chromium) async throws -> Set<String> {
    let found = try await chromium.evaluate(
      """
      document.getAnimations().map(({ animationName, effect }) =>
        animationName ? `${animationName} ${effect.pseudoElement}` : effect.target.className)
      """)
    // What follows the scrollbar moves with nothing else.
    let still = ["bar-line"]
    return Set(
      found.array.compactMap(\.string).filter { name in !still.contains(where: name.hasPrefix) })
  }

  private func expect(
    _ movement: String, in chromium: Chromium, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await chromium.waitFor(movement) { try await movements(chromium).contains(movement) }
  }

  /// Ends all movements at once.
  private func end(_ chromium: Chromium) async throws {
    try await chromium.evaluate("document.getAnimations().forEach((movement) => movement.finish())")
    try await chromium.waitFor("the end") {
      try await chromium.evaluate("'step' in document.documentElement.dataset").bool == false
    }
  }

  private static var moving: Chromium.Options { .init(reducedMotion: false) }

  @Test func `rows go to where they are`() async throws {
    try await Site.visit(Self.moving) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.waitFor("the scene") { try await chromium.location.contains("?~") }
      try await slow(chromium)
      try await site.database.delete(2)
      try await expect("row", in: chromium)
      // It is the two below, which come from where they were.
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
  func `screens slide, sheets rise, and popovers grow from their row`(javaScript: Bool) async throws
  {
    var options = Self.moving
    options.javaScript = javaScript
    try await Site.visit(options) { chromium, site in
      try await chromium.open("/inventory", of: site)
      try await chromium.settle()
      try await slow(chromium)
      try await chromium.click("Monitor", leavesPage: !javaScript)
      try await expect("slide ::view-transition-new(root)", in: chromium)
      try await end(chromium)
      try await chromium.click("Inventory", leavesPage: !javaScript)
      try await expect("slide ::view-transition-old(root)", in: chromium)
      try await end(chromium)
      try await chromium.click("Add", leavesPage: !javaScript)
      try await expect("rise ::view-transition-new(sheet-1)", in: chromium)
      try await end(chromium)
      try await chromium.click("Cancel", leavesPage: !javaScript)
      try await expect("rise ::view-transition-old(sheet-1)", in: chromium)
      #expect(try await !movements(chromium).contains { $0.hasPrefix("slide") })
      try await end(chromium)
      try await chromium.click("Duplicate", row: "Monitor", leavesPage: !javaScript)
      try await expect("unfold ::view-transition-new(popover-1)", in: chromium)
      let origin = try await chromium.evaluate(
        """
        (() => {
          const style = getComputedStyle(document.documentElement, "::view-transition-new(popover-1)")
          return style.transformOrigin.startsWith(style.width) && style.transformOrigin.endsWith(" 0px")
        })()
        """)
      #expect(origin.bool == true)
      try await end(chromium)
    }
  }

  @Test func `nothing moves for who wants that`() async throws {
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
