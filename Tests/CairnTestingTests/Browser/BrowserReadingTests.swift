import CairnTesting
import Testing

struct BrowserReadingTests {
  @Test func `Reads the screen`() async throws {
    let browser = Browser(StaticSite(pages: ["/inventory?q=1": ContractPages.screen]))
    try await browser.open("/inventory?q=1#top")

    #expect(browser.status == 200)
    #expect(browser.title == "Page")
    #expect(browser.heading == "Inventory")
    #expect(browser.location == "/inventory?q=1")
    #expect(browser.path == "/inventory")
    #expect(browser.fragment == "top")
    #expect(browser.canonical == "/inventory")
    #expect(browser.notice == "Item 7 doesn't exist.")
    #expect(browser.refreshDelay == 1)
    #expect(browser.buttons == ["Add", "Mouse", "Delete", "Mouse pad", "Delete", "Sold"])
    #expect(browser.links == ["Gallery"])
    #expect(browser.rows == ["Mouse Delete", "Mouse pad Delete", "Sold"])
    #expect(browser.dialogs == [])
    #expect(browser.layers.map(\.kind) == ["screen"])
  }

  @Test func `Reads a sheet on its screen`() async throws {
    let browser = Browser(StaticSite(pages: ["/": ContractPages.sheet]))
    try await browser.open("/")

    #expect(browser.layers.map(\.kind) == ["screen", "sheet"])
    #expect(browser.layers.map(\.isInert) == [true, false])
    #expect(browser.heading == "Add item")
    #expect(
      browser.dialogs == [
        Dialog(
          kind: "sheet", title: "Add item",
          buttons: ["Save", "Cancel", "Decrement", "Increment"])
      ])
    #expect(
      browser.topText == """
        Add item
        Save
        Cancel
        Item
        Name
        Too short
        Notes
        In stock
        Color
        Quantity: 3
        −
        +
        Serial
        """)
    #expect(browser.text.hasPrefix("Inventory\nAdd\nTwo items\nAdd item\n"))
  }

  @Test func `Reads fields`() async throws {
    let browser = Browser(StaticSite(pages: ["/": ContractPages.sheet]))
    try await browser.open("/")

    #expect(browser.fields.map(\.label) == ["Name", "Notes", "In stock", "Color", "Serial"])
    #expect(browser.fields.map(\.value) == ["Key&board", "<one>\ntwo", "on", "None", "42"])
    #expect(browser.fields.map(\.error) == ["Too short", nil, nil, nil, nil])
    #expect(browser.fields.map(\.isDisabled) == [false, false, false, false, true])
    #expect(try browser.field("Color").options == ["None", "Red"])
    #expect(try browser.field("In stock").isOn)
  }

  @Test func `Reads an alert`() async throws {
    let browser = Browser(StaticSite(pages: ["/": ContractPages.alert]))
    try await browser.open("/")

    #expect(
      browser.dialogs == [
        Dialog(
          kind: "alert", title: "Delete item?", message: "This can't be undone.",
          buttons: ["Delete", "Cancel"])
      ])
  }

  @Test func `Reads a page without layers`() async throws {
    let browser = Browser(StaticSite([:]))
    try await browser.open("/nowhere")

    #expect(browser.status == 404)
    #expect(browser.heading == "Not found")
    #expect(browser.topLayer?.kind == "page")
  }

  @Test func `Reads plain text`() async throws {
    let browser = Browser(
      StaticSite([
        "GET /": { _ in
          BrowserResponse(
            status: 413, headers: [("Content-Type", "text/plain")], body: Array("a <b> &amp;".utf8))
        }
      ]))
    try await browser.open("/")

    #expect(browser.text == "a <b> &amp;")
  }

  @Test func `Keeps the source`() async throws {
    let browser = Browser(StaticSite(pages: ["/": "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"]))
    try await browser.open("/")

    #expect(browser.html.contains("&lt;script&gt;"))
    #expect(browser.document?.first("script") == nil)
    #expect(browser.text == "<script>alert(1)</script>")
  }
}
