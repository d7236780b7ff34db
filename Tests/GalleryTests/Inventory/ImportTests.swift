import Cairn
import CairnTesting
import Foundation
import Testing

@testable import Gallery

@Suite struct ImportListTests {
  private func list(_ text: String) -> ImportList { ImportList(csv: Data(text.utf8)) }

  @Test func `Each line is an item`() {
    let list = list(
      "Name,Quantity,Color\r\nLamp,3,Yellow\r\n\r\n Chair \nDesk,0\n\"A, \"\"B\"\"\",,red")
    #expect(list.problems == [])
    #expect(
      list.items == [
        Item(name: "Lamp", color: .yellow, status: .inStock(quantity: 3)), Item(name: "Chair"),
        Item(name: "Desk", status: .outOfStock(isOnBackOrder: false)),
        Item(name: "A, \"B\"", color: .red),
      ])
  }

  @Test func `Problems are reported with their line numbers`() {
    let list = list("Lamp,many\nChair\n,3\nDesk,-1\nSofa,1,plaid")
    #expect(list.items.map(\.name) == ["Chair"])
    #expect(
      list.problems == [
        "Line 1: “many” isn't a valid quantity.", "Line 3: Give the item a name.",
        "Line 4: “-1” isn't a valid quantity.", "Line 5: “plaid” isn't a valid color.",
      ])
    #expect(list.leftOut == 4)
  }

  @Test func `A line with a name that's too long is a problem`() {
    let name = String(repeating: "x", count: Item.nameLimit)
    let list = list("\(name)\n\(name)x")
    #expect(list.items.map(\.name) == [name])
    #expect(list.problems == ["Line 2: The name can have up to 200 characters."])
  }

  @Test func `A file that isn't text has no items`() {
    #expect(ImportList(csv: Data([0xFF, 0xFE])).problems == ["The file isn't UTF-8 text."])
    #expect(list("").items.isEmpty)
  }

  @Test func `A list is limited to 500 items`() {
    let list = list(String(repeating: "Lamp\n\n", count: 600))
    #expect(list.items.count == 500)
    #expect(list.leftOut == 100)
    let problem = "Line 1001 and all later lines were skipped. The limit is 500 lines."
    #expect(list.problems == [problem])
  }
}

@MainActor
struct ImportTests {
  @Test func `Save adds each item once, and an alert reports the other lines`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    await store.send(.importButtonTapped) { $0.destination = .importing(ItemImport.State()) }
    let file = try UploadedFile(name: "a.csv", contents: Data("Lamp,3\nLamp,4\nChair,x".utf8))
    await store.send(\.destination.importing.fileChosen, file)
    await store.receive(\.destination.importing.fileRead) {
      $0.$destination.importing?.items = [
        Item(name: "Lamp", status: .inStock(quantity: 3)),
        Item(name: "Lamp", status: .inStock(quantity: 4)),
      ]
      $0.$destination.importing?.problems = ["Line 3: “x” isn't a valid quantity."]
      $0.$destination.importing?.leftOut = 1
      $0.$destination.importing?.file = "a.csv"
      #expect(
        $0.destination?.importing?.summary == "“a.csv” has 2 items. 1 line will be left out.")
    }
    await store.send(\.destination.importing.saveButtonTapped) {
      $0.$destination.importing?.saving.isRunning = true
    }
    let form = try #require(store.state.destination?.importing)
    await store.receive(\.destination.importing.saved) {
      $0.destination = .alert(.imported(form))
    }
    let alert = try #require(store.state.destination?.alert)
    #expect(alert.title.string == "1 line was left out")
    #expect(alert.message?.string.hasPrefix("2 items were added. ") == true)
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.names.suffix(2) == ["Lamp", "Lamp"])
  }

  @Test func `Save dismisses a form without problems`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    await store.send(.importButtonTapped) { $0.destination = .importing(ItemImport.State()) }
    let file = try UploadedFile(name: "a.csv", contents: Data("Lamp,3".utf8))
    await store.send(\.destination.importing.fileChosen, file)
    await store.receive(\.destination.importing.fileRead) {
      $0.$destination.importing?.items = [Item(name: "Lamp", status: .inStock(quantity: 3))]
      $0.$destination.importing?.file = "a.csv"
      #expect($0.destination?.importing?.summary == "“a.csv” has 1 item.")
    }
    await store.send(\.destination.importing.saveButtonTapped) {
      $0.$destination.importing?.saving.isRunning = true
    }
    await store.receive(\.destination.importing.saved) { $0.destination = nil }
    await store.finish()
    #expect(inventory.names.last == "Lamp")
  }

  @Test func `A deleted file is reported`() async throws {
    let store = inventoryStore(try inventory())
    await store.send(.importButtonTapped) { $0.destination = .importing(ItemImport.State()) }
    let file = try UploadedFile(name: "a.csv", contents: Data("Lamp".utf8))
    try FileManager.default.removeItem(at: file.url)
    await store.send(\.destination.importing.fileChosen, file)
    await store.receive(\.destination.importing.fileRead) {
      $0.$destination.importing?.problems = ["The file couldn't be read. Choose it again."]
      $0.$destination.importing?.file = "a.csv"
      #expect($0.destination?.importing?.summary == "“a.csv” has no valid items.")
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }
}
