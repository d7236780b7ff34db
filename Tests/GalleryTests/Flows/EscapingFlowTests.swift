import Cairn
import CairnTesting
import Testing
import Ways

@testable import Gallery

/// Texts that pass through a form, the database, a page, a title, and a dialog. They stay unchanged and
/// never become markup.
@Suite(.restarting) struct EscapingFlowTests {
  /// A text as typed, and as a single-line field stores it.
  struct Text: CustomTestStringConvertible, Sendable {
    let typed: String
    var kept: String?
    var testDescription: String { String(typed.prefix(40)) }
    var expected: String { kept ?? typed }
  }

  static let texts = [
    Text(typed: "<script>alert(1)</script>"),
    Text(typed: "\"onmouseover=alert(1) x=\""),
    Text(typed: "'onfocus='alert(1)"),
    Text(typed: "</textarea><img src=x onerror=alert(1)>"),
    Text(typed: "</title></form></dialog><form action=//evil.example>"),
    Text(typed: "&lt;b&gt; &amp;amp; &#60;i&#62;"),
    Text(typed: "<!-- ]]> --> {{name}} {{{name}}} %3Cscript%3E +%00"),
    Text(typed: "👩‍👩‍👧‍👦 🏳️‍🌈 e\u{301} ﬁ"),
    Text(typed: "שלום \u{202E}עולם\u{202C} مرحبا"),
    Text(typed: String(repeating: "x<&\"é👍", count: Item.nameLimit / 7)),
    Text(typed: "one\u{0}two", kept: "one\u{FFFD}two"),
    Text(typed: "one\r\ntwo\rthree\nfour", kept: "onetwothreefour"),
    Text(typed: "~f.0.0=1&~tap=2;%26"),
  ]

  /// The texts that can be typed into a single-line field and are short enough for a dialog.
  static let typedTexts = texts.filter { $0.kept == nil && $0.typed.utf8.count < 1000 }

  @Test(.everyWay, arguments: typedTexts) func `Typed text is shown unchanged`(text: Text)
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/inventory")
    try await browser.click("Add")
    try await browser.fill("Name", with: text.typed)
    try await browser.click("Save")
    #expect(site.names.last == text.typed)
    #expect(browser.document?.all(class: "row-button").last?.text == text.typed)
    let item = try #require(site.inventory.items().last)
    // The form on its own page, and the dialog over the list.
    try await browser.open("/inventory/items/\(item.id)")
    #expect(try browser.field("Name").value == text.typed)
    try await browser.click("Inventory")
    #expect(site.inventory.items().last == item)
    try await browser.click("Delete \(text.typed)")
    #expect(browser.dialogs.map(\.title) == ["Delete “\(text.typed.bidiIsolated)”?"])
    #expect(browser.document?.first("img") == nil)
    #expect(browser.document?.all("script").count == 1)
    try await browser.click("Delete")
    #expect(site.names.count == 4)
  }

  @Test(.withoutScript(.requests), arguments: texts) func `A name is unchanged after a round trip`(
    text: Text
  )
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    let nameField = try browser.fieldName("Name")
    // The test sends characters that a browser would strip from a single-line field.
    let request = try browser.submission(
      tap: browser.tap("Save"), fields: [(nameField, text.typed)])
    let response = try await browser.send(request)
    #expect(response.status == 303)
    let item = try #require(site.inventory.items().last)
    #expect(item.name == text.expected)
    #expect(item.name.unicodeScalars.elementsEqual(text.expected.unicodeScalars))

    // The list.
    try await browser.open(try #require(response.header("Location")))
    #expect(browser.path == "/inventory")
    expectNoMarkup(browser)
    let row = try #require(browser.document?.all(class: "row-button").last)
    #expect(row.text == text.expected)

    // The form.
    try await browser.open("/inventory/items/\(item.id)")
    expectNoMarkup(browser)
    #expect(try browser.field("Name").value == text.expected)
    // Leaving the unedited form doesn't write the item.
    try await browser.click("Inventory")
    #expect(site.inventory.items().last == item)

    // The alert and the dialog.
    let rows = try #require(browser.topLayer?.node.all("li", class: "row"))
    let buttons = rows[4].all("button")
    for name in ["Delete", "More"] {
      let button = try #require(buttons.first { $0.text == name }?["value"])
      try await browser.open("/inventory")
      let answer = try await browser.send(try browser.submission(tap: button))
      try await browser.open(try #require(answer.header("Location")))
      expectNoMarkup(browser)
      let heading = try #require(browser.topLayer?.node.first("h1")?.text)
      #expect(heading.contains(text.expected))
      #expect(browser.dialogs.count == 1)
    }

    // The page's title.
    try await browser.open("/inventory/stocktake/5")
    expectNoMarkup(browser)
    #expect(browser.document?.first("title")?.text == "\(text.expected) – Inventory")
  }

  @Test(.withoutScript(.requests), arguments: texts) func `Rejected text is shown again unchanged`(
    text: Text
  )
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.browser(at: "/inventory/add")
    let request = try browser.submission(
      tap: browser.tap("Save"),
      fields: [(browser.fieldName("Name"), "x"), (browser.fieldName("Quantity"), text.typed)])
    let response = try await browser.send(request)
    try await browser.open(try #require(response.header("Location")))
    expectNoMarkup(browser)
    #expect(try browser.field("Quantity").value == text.expected)
    #expect(try browser.field("Quantity").error != nil)
    #expect(site.names.count == 4)
  }

  @Test(
    .withoutScript(.requests),
    arguments: [
      "<script>alert(1)</script>", "\"onmouseover=", "</textarea>", "👍", "שלום", "a/b", "..",
      String(repeating: "x", count: 2_000),
    ])
  func `A location is escaped`(text: String) async throws {
    let site = try GallerySite()
    let encoded = text.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }
    for location in ["/inventory/\(encoded.joined())", "/inventory/items/\(encoded.joined())"] {
      let response = try await site.browser().send(BrowserRequest(target: location))
      #expect(response.status == 404)
      let document = HTMLDocument(utf8: response.body)
      #expect(HTMLDocument.problems(in: response.text) == [])
      #expect(document.first(class: "notice")?.text.contains("closest match") == true)
      #expect(!response.text.contains("<script>alert"))
      #expect(document.first("link", where: ["rel": "canonical"])?["href"] == "/inventory")
    }
    let browser = try await site.browser(at: "/inventory?\(encoded.joined())")
    #expect(browser.status == 200)
    expectNoMarkup(browser)
  }

  @Test(
    .withoutScript(.requests),
    arguments: ["/%00", "/inventory/%00", "/inventory/%ff", "/inventory/%zz"])
  func `Malformed locations don't cause server errors`(location: String) async throws {
    let site = try GallerySite()
    let response = try await site.browser().send(BrowserRequest(target: location))
    #expect([400, 404].contains(response.status))
  }

  private func expectNoMarkup(_ browser: Browser, sourceLocation: SourceLocation = #_sourceLocation)
  {
    browser.expectGoodSource(sourceLocation: sourceLocation)
    // Only the page's own scripts and forms.
    let scripts = browser.document?.all("script") ?? []
    #expect(scripts.count == 1, sourceLocation: sourceLocation)
    #expect(
      scripts.allSatisfy { $0["src"]?.hasPrefix("/public/cairn.") == true && $0.text.isEmpty },
      sourceLocation: sourceLocation)
    #expect(browser.document?.first("img") == nil, sourceLocation: sourceLocation)
    #expect(browser.document?.all("form").count == browser.layers.count)
    let markup = [
      "<script>alert", "\"\"onmouseover", "</textarea>", "<img src=x", "<form action=//",
    ]
    for part in markup {
      #expect(!browser.html.contains(part), sourceLocation: sourceLocation)
    }
  }
}
