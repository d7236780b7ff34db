import Testing

@testable import Gallery
@testable import WebDriver

/// A state of the samples whose accessibility tree is recorded.
struct TreeState: CustomTestStringConvertible, Sendable {
  /// The name of the file.
  let name: String
  var options = Chromium.Options()
  /// Shows the state.
  let lead: @Sendable (Chromium, Site) async throws -> Void

  var testDescription: String { name }

  static let all = [rules, occasions, catalog, messages, languages, withoutScript].flatMap(\.self)

  /// The states that are checked with axe-core.
  private static var rules: [TreeState] {
    AccessibilityTests.states
      // A fact is one of several, by chance.
      .filter { $0.steps.map(\.name) != ["Add counter", "Fact"] }
      .map { state in
        let typed = state.typed.values.sorted().joined(separator: " ")
        return TreeState(name: fileName("\(state.description) \(typed)")) {
          try await state.lead($0, $1)
        }
      }
  }

  private static var occasions: [TreeState] {
    AccessibilityTests.occasions.map { TreeState(name: fileName("occasion \($0.0)"), lead: $0.1) }
  }

  private static let catalog = [
    TreeState(name: "catalog-forms-invalid") { chromium, site in
      try await chromium.open("/catalog/forms", of: site)
      try await chromium.click("Save")
    },
    TreeState(name: "catalog-layout-open") { chromium, site in
      try await chromium.open("/catalog/layout", of: site)
      try await chromium.click("Details")
      try await chromium.click(try await chromium.element(xpath: "//summary[.='Advanced']"))
    },
    TreeState(name: "catalog-charts-open") { chromium, site in
      try await chromium.open("/catalog/charts", of: site)
      try await chromium.settle()
      try await chromium.click(try await chromium.element(xpath: "(//summary)[1]"))
    },
    TreeState(name: "catalog-menus-open") { chromium, site in
      try await chromium.open("/catalog/menus", of: site)
      try await chromium.settle()
      try await chromium.click("Options", leavesPage: false)
    },
    TreeState(name: "catalog-menus-row-open") { chromium, site in
      try await chromium.open("/catalog/menus", of: site)
      try await chromium.settle()
      try await chromium.click("More actions", row: "Mouse", leavesPage: false)
    },
    TreeState(name: "catalog-tables-sorted") { chromium, site in
      try await chromium.open("/catalog/tables", of: site)
      try await chromium.perform(leavesPage: true) {
        try await chromium.click(CatalogControls.header("Price", in: chromium))
      }
    },
    TreeState(name: "catalog-tables-more") { chromium, site in
      try await chromium.open("/catalog/tables", of: site)
      try await chromium.perform(leavesPage: true) {
        try await chromium.click(CatalogControls.showMore(in: chromium))
      }
    },
  ]

  private static let messages = [
    TreeState(name: "members-wrong-password") { chromium, site in
      try await chromium.open("/members", of: site)
      try await chromium.fill("Email", with: "ada@example.com")
      try await chromium.fill("Password", with: "difference engine no. 2")
      try await chromium.click("Sign in")
    }
  ]

  private static let languages = MemberNames.all.filter { $0.tag != "en" }.flatMap { names in
    [
      TreeState(name: "members-\(names.tag)-invalid") { chromium, site in
        try await chromium.open("/members", of: site)
        try await chromium.click(names.language)
        try await chromium.click(names.signIn)
      },
      TreeState(name: "members-\(names.tag)-signed-in") { chromium, site in
        try await chromium.open("/members", of: site)
        try await chromium.click(names.language)
        try await chromium.open("/members/sign-up", of: site)
        try await chromium.fill(names.email, with: "ada@example.com")
        try await chromium.fill(names.password, with: "difference engine no. 2")
        try await chromium.click(names.signUp)
      },
    ]
  }

  private static let withoutScript: [TreeState] = {
    let options = Chromium.Options(javaScript: false)
    return [
      TreeState(name: "without-script-inventory", options: options) { chromium, site in
        try await chromium.open("/inventory", of: site)
      },
      TreeState(name: "without-script-form", options: options) { chromium, site in
        try await chromium.open("/inventory", of: site)
        try await chromium.click("Add")
        try await focus(in: chromium)
      },
      TreeState(name: "without-script-invalid-form", options: options) { chromium, site in
        try await chromium.open("/inventory/add", of: site)
        try await chromium.fill("Quantity", with: "abc")
        try await chromium.click("Save")
        try await focus(in: chromium)
      },
      TreeState(name: "without-script-alert", options: options) { chromium, site in
        try await chromium.open("/inventory", of: site)
        try await chromium.click("Delete", row: "Mouse")
        try await focus(in: chromium)
      },
    ]
  }()

  /// Waits for the focus, which browsers set after loading the page.
  private static func focus(in chromium: Chromium) async throws {
    try await chromium.waitFor("a focus") {
      try await chromium.evaluate("document.activeElement.matches('input, button')").bool == true
    }
  }

  private static func fileName(_ text: String) -> String {
    let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? "start" : words.joined(separator: "-")
  }
}
