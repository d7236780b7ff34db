import Cairn
import CairnViews
import Foundation
import Testing

@testable import Gallery

/// The HTML of the inventory's pages.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct InventoryPageTests {
  @Test func `A row contains its link, status, and actions`() throws {
    let keyboard = Item(name: "Keyboard", color: .blue, status: .inStock(quantity: 3))
    let user = try PageUser(of: [keyboard])
    let rows = user.shape.components(between: "<main class=\"content\">", and: "</main>")
    let tap = "name=\"~tap\" value=\"ID\""
    #expect(rows.count == 1)
    #expect(
      rows.first?.hasPrefix(
        "<ul class=\"list\"><li class=\"row\">"
          + "<a class=\"row-button\" href=\"/items/1\" data-tap=\"ID\">Keyboard</a>"
          + "<p class=\"text swatch blue\">In stock: 3, Blue</p>"
          + "<div class=\"hstack row-actions\">"
          + "<button aria-label=\"Duplicate Keyboard\" \(tap)>Duplicate</button>"
          + "<button class=\"destructive\" aria-label=\"Delete Keyboard\" \(tap)>Delete</button>"
          + "<button aria-label=\"More about Keyboard\" \(tap)>More</button></div></li></ul>"
          + "<div class=\"hstack\"><a class=\"pad-top-3 pad-bottom-3\" download href=\"/export.csv\">Export as CSV</a>"
          + "<a class=\"pad-top-3 pad-bottom-3\" download href=\"/export.json\">Export as JSON</a></div>"
      ) == true)
    #expect(rows.first?.contains(">Prepare report</button>") == true)
    #expect(user.title == "Inventory")
    #expect(
      user.shape.contains(
        "<h1 id=\"layer0-title\">Inventory</h1><div class=\"toolbar\">"
          + "<button \(tap)>Import</button><button \(tap)>Take stock</button>"
          + "<button class=\"prominent\" \(tap)>Add</button>"))
    #expect(user.layers.count == 1)
  }

  @Test func `Each row has a swatch with or without a color`() throws {
    let items = ([nil] + Item.Color.allCases).map { Item(name: "Lamp", color: $0) }
    let swatches = try PageUser(of: items).html
      .components(between: "<p class=\"text swatch ", and: "\"")
    #expect(
      swatches == ["none", "red", "green", "blue", "yellow", "purple", "black", "white"])
  }

  @Test func `An empty inventory shows instructions`() throws {
    let user = try PageUser(of: [])
    #expect(user.html.contains("<div class=\"unavailable\"><h2>"))
    #expect(!user.html.contains("<ul class=\"list\">"))
    #expect(user.html.contains(">Add</button>"))
  }

  @Test func `The sheet presents the form over the list`() throws {
    let user = try PageUser(at: "/add")
    #expect(user.title == "Add item – Inventory")
    #expect(user.layers.count == 2)
    #expect(user.layers[0].hasPrefix("class=\"layer screen\""))
    #expect(user.layers[0].contains(" inert>"))
    #expect(!user.layers[0].contains("~tap"))
    #expect(user.top.hasPrefix("class=\"layer sheet\""))
    #expect(user.top.contains("<dialog open class=\"sheet\""))
    #expect(user.labels == ["Name", "Color", "In stock", "Quantity", "Timer"])
    #expect(user.buttons == ["Cancel", "Save", "Apply"])
    #expect(!user.top.contains("Going back also saves"))
    #expect(user.top.contains("<p class=\"footer\">Closes this form after 5 seconds.</p>"))
    #expect(user.top.contains("<option value=\"") && user.top.contains(" selected>None</option>"))
    #expect(user.summary.levels.map(\.kind) == [.screen, .sheet])
    #expect(user.summary.hasFields)
  }

  @Test func `Enter saves the form`() throws {
    let user = try PageUser(at: "/add")
    let buttons = user.top.components(between: "<button", and: "</button>")
    let save = buttons.first { $0.hasSuffix(">Save") }
    let enter = buttons.first { $0.contains("default-action") }
    let id = save?.components(between: "value=\"", and: "\"")
    #expect(id?.count == 1)
    #expect(enter?.components(between: "value=\"", and: "\"") == id)
  }

  @Test func `The popover is presented at its row`() throws {
    let user = try PageUser(at: "/items/2/duplicate")
    #expect(user.title == "Duplicate item – Inventory")
    let rows = user.layers[0].components(between: "<li class=\"", and: "</li>")
    #expect(rows.map { $0.hasPrefix("row anchor\"") } == [false, true, false, false])
    #expect(rows[1].contains("Monitor"))
    #expect(user.top.contains("<dialog open class=\"popover\""))
    #expect(user.top.contains("value=\"Monitor\""))
    #expect(user.top.contains(" selected>Black</option>"))
    #expect(user.buttons == ["Cancel", "Save", "Apply"])
  }

  @Test func `The pushed form replaces the list and leads back to it`() throws {
    let user = try PageUser(at: "/items/3")
    #expect(user.title == "Edit item – Inventory")
    #expect(user.layers.count == 1)
    #expect(user.top.contains(">Inventory</button><h1 id=\"layer0-title\">Edit item</h1>"))
    #expect(user.top.contains("<button class=\"back\" "))
    #expect(!user.html.contains("Keyboard"))
    #expect(user.labels == ["Name", "Color", "In stock", "On back order", "Timer"])
    #expect(user.buttons == ["Inventory", "Cancel", "Save", "Apply"])
    #expect(user.summary.levels.map(\.kind) == [.screen, .pushed])
  }

  @Test func `The alert asks for confirmation and names the item`() async throws {
    let user = try PageUser()
    try await user.tap("Delete", 1)
    #expect(user.title == "Delete “Monitor”? – Inventory")
    #expect(user.top.hasPrefix("class=\"layer alert\""))
    #expect(user.top.contains("role=\"alertdialog\""))
    #expect(user.top.contains("id=\"layer1-message\">It will be deleted for everyone"))
    #expect(user.buttons == ["Delete", "Cancel"])
    #expect(user.top.contains("<button class=\"destructive\" "))
    #expect(user.location == "/")
  }

  @Test func `The dialog shows its choices`() async throws {
    let user = try PageUser()
    try await user.tap("More", 2)
    #expect(user.title == "Mouse – Inventory")
    #expect(user.top.hasPrefix("class=\"layer confirmation\""))
    #expect(user.buttons == ["Duplicate", "Mark as in stock", "Cancel"])
    #expect(user.top.contains("Out of stock, on back order"))
  }

  @Test func `The cover has its own stack`() throws {
    let start = try PageUser(at: "/stocktake")
    #expect(start.title == "Take stock – Inventory")
    #expect(start.top.hasPrefix("class=\"layer cover\""))
    #expect(start.buttons == ["Cancel", "Start"])
    #expect(!start.html.contains("Keyboard"))
    let second = try PageUser(at: "/stocktake/2")
    #expect(second.title == "Monitor – Inventory")
    #expect(second.buttons == ["Keyboard", "Cancel", "−", "+", "Next"])
    #expect(second.top.contains("Item 2 of 4"))
    #expect(second.top.contains("<progress value=\"1\" max=\"4\""))
    #expect(second.labels == ["Counted"])
    #expect(second.summary.levels.map(\.kind) == [.screen, .cover, .pushed, .pushed])
    let summary = try PageUser(at: "/stocktake/summary")
    #expect(summary.title == "Summary – Inventory")
    #expect(summary.buttons == ["Headphones", "Cancel", "Save"])
    #expect(summary.top.contains("<h2>As expected</h2>"))
    #expect(!summary.top.contains("<h2>Changed</h2>"))
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"onmouseover=\"alert(1)", "</textarea><b>", "'><img src=x>",
    "&lt;b&gt; &amp;", "\u{202E}txt.exe", "A\u{0}B", "]]>", "{{name}}", "</title><h1>",
    String(repeating: "<", count: 10_000),
  ])
  func `A hostile name never becomes markup`(name: String) async throws {
    let plain = [Item(name: "Lamp"), Item(name: "Desk")]
    let hostile = [Item(name: name), Item(name: "Desk")]
    let paths = [
      "/", "/add", "/items/1", "/items/1/duplicate", "/stocktake/2", "/stocktake/summary",
    ]
    for path in paths {
      let (user, other) = (try PageUser(at: path, of: hostile), try PageUser(at: path, of: plain))
      #expect(user.html.tags == other.html.tags, "\(path)")
      #expect(!user.html.unicodeScalars.contains("\0"))
    }
    for button in ["Delete", "More"] {
      let (user, other) = (try PageUser(of: hostile), try PageUser(of: plain))
      try await user.tap(button)
      try await other.tap(button)
      #expect(user.html.tags == other.html.tags, "\(button)")
    }
  }

  @Test func `Covered content isn't rendered`() throws {
    let items = Item.seed(count: 10_000)
    let (list, last) = (try PageUser(of: items), try PageUser(at: "/items/10000", of: items))
    let clock = ContinuousClock()
    var (whole, part) = ("", "")
    // Compare the fastest of several runs to exclude interference from other processes.
    var (listTime, lastTime) = (Duration.seconds(3600), Duration.seconds(3600))
    for _ in 0..<5 {
      listTime = min(listTime, clock.measure { whole = list.html })
      lastTime = min(lastTime, clock.measure { part = last.html })
    }
    #expect(whole.utf8.count > 3_500_000)
    #expect(part.contains("value=\"Item 10000\""))
    #expect(part.utf8.count < 7_000)
    #expect(lastTime < listTime / 4, "\(lastTime) compared with \(listTime)")
  }

  @Test func `The gallery lists the inventory`() {
    let html = renderPage(GalleryView(), PageContext()).bytes.string
    #expect(html.contains("<title>Gallery</title>"))
    #expect(html.contains("href=\"/inventory\""))
    #expect(html.contains("aria-label=\"Inventory\""))
    #expect(html.contains("aria-description=\"Items in a database"))
  }
}

extension PageUser {
  /// The labels of the fields of the top layer.
  var labels: [String] {
    top.components(between: "<label ", and: "</label>").map(\.afterTag)
  }

  /// The texts of the visible buttons of the top layer.
  var buttons: [String] {
    top.components(between: "<button", and: "</button>").map(\.afterTag).filter { !$0.isEmpty }
  }
}

extension String {
  fileprivate var afterTag: String {
    firstIndex(of: ">").map { String(self[index(after: $0)...]) } ?? ""
  }

  /// The names of the tags in order, as a browser parses them.
  fileprivate var tags: [Substring] {
    utf8.split(separator: UInt8(ascii: "<")).dropFirst().map { part in
      Substring(part.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: " ") })
    }
  }
}
