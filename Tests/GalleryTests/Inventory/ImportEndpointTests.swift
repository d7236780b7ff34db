import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// The endpoint that imports a list while it arrives.
@Suite(.withoutScript(.requests)) struct ImportEndpointTests {
  private let inventory: InventoryClient

  init() throws {
    inventory = .database(try InventoryDatabase(at: .memory, seed: Item.samples))
  }

  private func send(
    _ list: String, from origin: String? = "http://localhost", to inventory: InventoryClient? = nil
  ) async throws -> BrowserResponse {
    let inventory = inventory ?? self.inventory
    let server = try Server {
      $0.inventory = inventory
    } mounts: {
      GalleryApp.mounts()
    }
    var request = BrowserRequest(
      method: "POST", target: "/inventory/import.csv", headers: [("Content-Type", "text/csv")],
      body: Array(list.utf8))
    if let origin { request.headers.append(("Origin", origin)) }
    return try await InProcessTransport(server).send(request)
  }

  @Test func `All items of a list are added`() async throws {
    let response = try await send("name,quantity,color\r\nLamp,3,yellow\r\n\r\n\"Desk, oak\",0")
    #expect(response.status == 200)
    #expect(response.text == #"{"added":2}"#)
    let added = inventory.items().suffix(2)
    #expect(added.map(\.name) == ["Lamp", "Desk, oak"])
    #expect(added.first?.status == .inStock(quantity: 3))
    #expect(added.first?.color == .yellow)
    #expect(added.last?.status == .outOfStock(isOnBackOrder: false))
  }

  @Test func `If a line can't be read, no items are added`() async throws {
    let response = try await send("Lamp,3\nChair,many\nDesk")
    #expect(response.status == 422)
    #expect(response.header("Content-Type") == "application/problem+json")
    #expect(response.text.contains("Line 2: “many” isn't a valid quantity."))
    #expect(inventory.names == Item.samples.map(\.name))
  }

  @Test(arguments: [nil, "https://example.com", "null"])
  func `A request of another site is rejected`(origin: String?) async throws {
    #expect(try await send("Lamp,3", from: origin).status == 403)
    #expect(inventory.names == Item.samples.map(\.name))
  }

  @Test func `A list with too many items is rejected`() async throws {
    let response = try await send(String(repeating: "a\n", count: ImportReader.itemLimit + 1))
    #expect(response.status == 422)
    #expect(response.text.contains("Line 10001: The limit is 10000 items."))
    #expect(inventory.names == Item.samples.map(\.name))
  }

  @Test func `Lines are read regardless of the parts in which they arrive`() throws {
    let bytes = Array("Lamp,3\r\nKäse,2,red\n".utf8)
    for size in 1...bytes.count {
      var reader = ImportReader()
      for start in stride(from: 0, to: bytes.count, by: size) {
        try reader.read(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      let items = try reader.finish()
      #expect(items.map(\.name) == ["Lamp", "Käse"])
      #expect(items.map(\.color) == [nil, .red])
    }
  }

  @Test func `A long line and a line that isn't UTF-8 are reported`() throws {
    var reader = ImportReader()
    try reader.read(Array("Lamp\n".utf8))
    let long = #expect(throws: HTTPProblem.self) {
      try reader.read(Array(repeating: 0x61, count: ImportReader.lineLimit + 1))
    }
    #expect(long?.detail == "Line 2: The line is too long.")
    var other = ImportReader()
    let invalid = #expect(throws: HTTPProblem.self) { try other.read([0x61, 0xFF, 0x0A]) }
    #expect(invalid?.detail == "Line 1: The line isn't UTF-8 text.")
  }

  @Test func `If the database can't be written, the client can try again`() async throws {
    var failing = inventory
    failing.addAll = { _ in throw InventoryIsNotWritten() }
    #expect(try await send("Lamp", to: failing).status == 503)
  }
}
