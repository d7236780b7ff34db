import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// The endpoints that export the inventory.
@Suite(.withoutScript(.requests)) struct ExportTests {
  private func transport(_ items: [Item] = Item.samples) throws -> InProcessTransport {
    let inventory = try inventory(of: items)
    return InProcessTransport(
      try Server(withDependencies: { $0.inventory = inventory }) { GalleryApp.mounts() })
  }

  private func get(_ target: String, of items: [Item] = Item.samples) async throws
    -> BrowserResponse
  {
    try await transport(items).send(BrowserRequest(target: target))
  }

  @Test func `The page links to the exports`() async throws {
    let browser = Browser(try transport())
    try await browser.open("/inventory")
    let links = browser.topLayer?.node.all("a").compactMap { $0["href"] } ?? []
    for kind in ["csv", "json"] {
      #expect(links.contains("/inventory/export.\(kind)"))
      let answer = try await get("/inventory/export.\(kind)")
      #expect(answer.status == 200)
      #expect(
        answer.header("Content-Disposition")
          == "attachment; filename=\"inventory.\(kind)\"")
    }
  }

  @Test func `CSV has a line for each item`() async throws {
    let answer = try await get("/inventory/export.csv")
    #expect(answer.header("Content-Type") == "text/csv; charset=utf-8")
    #expect(
      answer.text.components(separatedBy: "\r\n") == [
        "\"id\",\"name\",\"color\",\"quantity\",\"on back order\"",
        "\"1\",\"Keyboard\",\"blue\",\"100\",\"no\"", "\"2\",\"Monitor\",\"black\",\"20\",\"no\"",
        "\"3\",\"Mouse\",\"white\",\"0\",\"yes\"", "\"4\",\"Headphones\",\"\",\"20\",\"no\"", "",
      ])
  }

  @Test(arguments: [
    ("a,b", "a,b"), ("a\"b", "a\"\"b"), ("a\r\nb", "a\r\nb"), ("=1+1", "'=1+1"), ("＝1+1", "'＝1+1"),
    ("@x", "'@x"), ("é", "é"),
  ])
  func `A name can't change the columns or be a formula`(name: String, cell: String) {
    let row = ExportedItem(Item(id: 1, name: name)).row
    #expect(Array(row.text.utf8) == Array("\"1\",\"\(cell)\",\"\",\"1\",\"no\"\r\n".utf8))
  }

  @Test func `JSON has the items of a color`() async throws {
    let answer = try await get("/inventory/export.json?color=black")
    let items = try JSONDecoder().decode([ExportedItem].self, from: Data(answer.body))
    #expect(items.map(\.name) == ["Monitor"])
    let other = try await get("/inventory/export.json?color=pink")
    #expect(other.status == 400)
    #expect(other.header("Content-Type") == "application/problem+json")
  }

  @Test func `An item has a URL of its own for programs`() async throws {
    let answer = try await get("/inventory/api/items/2")
    let item = try JSONDecoder().decode(ExportedItem.self, from: Data(answer.body))
    #expect(item.name == "Monitor")
    #expect(item.quantity == 20)
    for id in ["5", "x", "02"] {
      #expect(try await get("/inventory/api/items/\(id)").status == 404)
    }
  }
}
