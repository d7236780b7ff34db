import Foundation
import Testing

@testable import WebDriver

/// Compares the pages of the catalog with pictures that were reviewed.
///
/// If a change of the looks is intended, run `CAIRN_ACCEPT_PICTURES=1 scripts/test --filter CatalogLooksTests`. This saves
/// all pages in `Tests/output`. Look at them, and commit the files in `Tests/BrowserTests/Fixtures/Catalog`.
@Suite("Browser: appearance of the catalog")
struct CatalogLooksTests {
  /// A page of the catalog, and the buttons that lead to its state.
  private struct Page {
    var name: String
    var path: String
    var steps: [String] = []
  }

  private static let pages =
    [Page(name: "index", path: "/catalog")]
    + [
      "buttons", "charts", "fields", "forms", "layout", "lists", "menus", "tables", "texts",
      "view-state",
    ].map { Page(name: $0, path: "/catalog/\($0)") } + [
      Page(name: "forms-invalid", path: "/catalog/forms", steps: ["Save"]),
      // The browser keeps the language, so these pages are last.
      Page(name: "index-arabic", path: "/catalog", steps: ["العربية"]),
      Page(name: "fields-arabic", path: "/catalog/fields"),
      Page(name: "tables-arabic", path: "/catalog/tables"),
    ]

  private static let windows = [1280, 768, 390].flatMap { width in
    [false, true].map { Window(width: width, height: 900, isDark: $0) }
  }

  private static let isAccepting =
    ProcessInfo.processInfo.environment["CAIRN_ACCEPT_PICTURES"] != nil

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The pictures that one test has taken.
  private actor Album {
    private(set) var text = ""

    func add(_ picture: PagePicture, of page: String) { text += picture.text(of: page) }
  }

  private static func options(_ window: Window) -> Chromium.Options {
    Chromium.Options(
      javaScript: false, width: window.width, height: window.height, isDark: window.isDark,
      isTouch: window.isTouch)
  }

  /// Saves a file as `Tests/output/NAME.png`, and returns its path.
  private static func save(_ file: Data?, as name: String) throws -> String {
    let url = tests.appending(path: "output/\(name).png")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try file?.write(to: url)
    return url.path(percentEncoded: false)
  }

  @Test(arguments: Self.windows)
  func `The catalog looks as in the reviewed pictures`(window: Window) async throws {
    let file = Self.tests.appending(
      path: "BrowserTests/Fixtures/Catalog/\(window.testDescription).txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let reviewed = PagePicture.pictures(in: text)
    let album = Album()
    try await Site.visit(Self.options(window)) { chromium, site in
      for page in Self.pages {
        try await chromium.open(page.path, of: site)
        for name in page.steps { try await chromium.click(name) }
        // The caret of a field with the focus blinks.
        try await chromium.apply(style: "* { caret-color: transparent !important }")
        // The layout is the same in both themes, so larger cells are sufficient for the dark one.
        let view = try await chromium.view(
          columns: window.isDark ? 12 : 24, rows: window.isDark ? 8 : 16)
        await album.add(view.picture, of: page.name)
        let name = "catalog-\(page.name)-\(window.testDescription)"
        if Self.isAccepting {
          _ = try Self.save(Data(base64Encoded: view.file), as: name)
        } else {
          let other = reviewed[page.name] ?? PagePicture(parts: [])
          try await expectNoDifferences(view, from: other, as: name, in: chromium)
        }
      }
    }
    if Self.isAccepting { try await album.text.write(to: file, atomically: true, encoding: .utf8) }
  }

  private func expectNoDifferences(
    _ view: PageView, from reviewed: PagePicture, as name: String, in chromium: Chromium
  ) async throws {
    let differences = view.picture.differences(from: reviewed)
    guard !differences.isEmpty else { return }
    let new = try Self.save(Data(base64Encoded: view.file), as: name)
    let marked = try await chromium.marking(view.marks(comparedTo: reviewed), in: view.file)
    let difference = try Self.save(marked, as: name + "-difference")
    Issue.record(
      """
      \(name) differs from the reviewed picture:
      \(differences.joined(separator: "\n"))
      The new picture is \(new), and its differences are marked in \(difference).
      To accept the new pictures, run CAIRN_ACCEPT_PICTURES=1 scripts/test --filter CatalogLooksTests
      """)
  }

  /// Style sheets, and whether they're a change of the looks.
  private static let changes: [(style: String, isFound: Bool)] = [
    ("", false),
    // These are similar to another font.
    ("* { letter-spacing: 0.01em !important }", false),
    ("* { -webkit-text-stroke: 0.3px }", false),
    // A sample is missing.
    (".content > .section:nth-of-type(2) { display: none !important }", true),
    // A color is changed.
    (":root { --accent: oklch(45.5% 0.085 255) !important }", true),
    (":root { --danger: oklch(49.5% 0.178 300) !important }", true),
    (":root { --line-strong: oklch(85% 0.014 85) !important }", true),
    // A column isn't aligned.
    (".cells > .vstack { margin-inline-start: 30px !important }", true),
    (".field > label { margin-inline-start: 30px !important }", true),
  ]

  @Test func `A missing sample, a changed color, and a moved column are found`() async throws {
    let window = Window(width: 1280, height: 900)
    try await Site.visit(Self.options(window)) { chromium, site in
      try await chromium.open("/catalog/fields", of: site)
      let first = try await chromium.view(columns: 24, rows: 16).picture
      #expect(first.parts.count > 10)
      for change in Self.changes {
        try await chromium.open("/catalog/fields", of: site)
        try await chromium.apply(style: change.style)
        let differences = try await chromium.view(columns: 24, rows: 16).picture
          .differences(from: first)
        #expect(differences.isEmpty != change.isFound, "\(change.style): \(differences)")
      }
    }
  }
}
