@testable import WebDriver

/// The controls of the catalog's tables and lists, whose names are repeated on their page.
enum CatalogControls {
  /// The button in the header of a column that sorts the first table.
  static func header(_ column: String, in chromium: Chromium) async throws -> Element {
    try await chromium.element(
      xpath: "(//table)[1]//th/button[normalize-space()=\(XPath.literal(column))]")
  }

  /// The button that loads the next page of the first list.
  static func showMore(in chromium: Chromium) async throws -> Element {
    try await chromium.element(xpath: "(//button[normalize-space()='Show more'])[1]")
  }
}
