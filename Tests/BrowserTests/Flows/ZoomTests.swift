import Testing

@testable import Gallery
@testable import WebDriver

/// The criteria of WCAG 2.2 for zoomed pages, wider spacing, and small targets that axe-core doesn't check.
@Suite("Browser: zoom, spacing, and targets")
struct ZoomTests {
  private static let paths = [
    "/", "/nothing", "/inventory", "/inventory/add", "/inventory/items/1",
    "/inventory/items/2/duplicate", "/inventory/import", "/inventory/stocktake/1", "/catalog",
    "/catalog/charts", "/catalog/fields", "/catalog/forms", "/catalog/layout", "/catalog/menus",
    "/catalog/tables", "/catalog/view-state", "/counters", "/members", "/menu/stack/sign-up",
    "/trains/home/station/Oslo",
  ]

  /// The spacing of criterion 1.4.12.
  private static let spacing = """
    (() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`
        * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
        p { margin-block-end: 2em !important }`)
      document.adoptedStyleSheets = [sheet]
    })()
    """

  /// The texts of the top layer that don't fit in their elements, which cut them off.
  private static let cutTexts = """
    [...document.querySelector("body > :not([inert])").querySelectorAll("*")].filter((element) => {
      if (element.matches("svg *, option, select, textarea") || !element.checkVisibility()) return false
      if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) return false
      const cuts = (overflow) => ["hidden", "clip"].includes(overflow)
      const { overflowX, overflowY } = getComputedStyle(element)
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      return clientWidth > 1 && (cuts(overflowX) && scrollWidth > clientWidth + 2
        || cuts(overflowY) && scrollHeight > clientHeight + 2)
    }).map((element) => element.textContent.trim().slice(0, 40))
    """

  /// The controls of the top layer that are smaller than 24 by 24 pixels, with their labels. Links in a line of text
  /// may be as small as the text.
  private static let smallTargets = """
    [...document.querySelector("body > :not([inert])")
      .querySelectorAll("button, a[href], input, select, textarea, summary")].filter((control) =>
      !control.matches(".default-action, .backdrop, [type=hidden], p a, li a") && control.checkVisibility()
        && ![control, ...(control.labels ?? [])].map((one) => one.getBoundingClientRect())
          .some(({ width, height }) => width >= 24 && height >= 24)
    ).map((control) => control.outerHTML.slice(0, 100))
    """

  private func strings(_ expression: String, in chromium: Chromium) async throws -> [String] {
    try await chromium.evaluate(expression).array.compactMap(\.string)
  }

  /// A window of 1280 by 1024 pixels has this size at a zoom of 400 %.
  @Test func `Pages fit into a window of 320 by 256 pixels`() async throws {
    try await Site.visit(.init(width: 320, height: 256)) { chromium, site in
      for path in Self.paths {
        try await chromium.open(path, of: site)
        try await chromium.settle()
        #expect(try await chromium.overflow == [], "\(path)")
      }
    }
  }

  @Test(arguments: [320, 1280])
  func `Pages fit with wider spacing of their texts`(width: Int) async throws {
    try await Site.visit(.init(width: width)) { chromium, site in
      for path in Self.paths {
        try await chromium.open(path, of: site)
        try await chromium.settle()
        try await chromium.evaluate(Self.spacing)
        #expect(try await chromium.overflow == [], "\(path)")
        // In a narrow window, lists cut off texts of more than two lines.
        guard width > 1000 else { continue }
        let cut = try await strings(Self.cutTexts, in: chromium)
        #expect(cut == [], "\(path)")
      }
    }
  }

  @Test(arguments: [320, 1280])
  func `Controls have at least 24 by 24 pixels`(width: Int) async throws {
    try await Site.visit(.init(width: width)) { chromium, site in
      for path in Self.paths {
        try await chromium.open(path, of: site)
        try await chromium.settle()
        let small = try await strings(Self.smallTargets, in: chromium)
        #expect(small == [], "\(path)")
      }
    }
  }
}
