import Cairn
import CairnTesting
import Foundation
import Testing

@testable import Gallery

@MainActor
struct AddingTests {
  @Test func `Save adds the item at the end`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    await store.send(.addButtonTapped) { $0.destination = .add(ItemForm.State()) }
    let item = Item(name: "Lamp", color: .yellow, status: .inStock(quantity: 3))
    await store.send(\.destination.add.binding.item, item) { $0.$destination.add?.item = item }
    await store.send(\.destination.add.saveButtonTapped) {
      $0.$destination.add?.saving.isRunning = true
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.names == ["Keyboard", "Monitor", "Mouse", "Headphones", "Lamp"])
    let added = try #require(inventory.items().last)
    #expect(added.id == 5)
    #expect(added.color == .yellow)
    #expect(added.status == .inStock(quantity: 3))
  }

  @Test func `Cancel doesn't add an item`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    await store.send(.addButtonTapped) { $0.destination = .add(ItemForm.State()) }
    await store.send(\.destination.add.binding.item, Item(name: "Lamp")) {
      $0.$destination.add?.item.name = "Lamp"
    }
    await store.send(\.destination.add.cancelButtonTapped) {
      $0.$destination.add?.item.name = ""
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    #expect(inventory.names == ["Keyboard", "Monitor", "Mouse", "Headphones"])
  }

  @Test func `A blank name isn't saved until it has a letter`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    await store.send(.addButtonTapped) { $0.destination = .add(ItemForm.State()) }
    await store.send(\.destination.add.saveButtonTapped) {
      $0.$destination.add?.nameProblem = "Give the item a name."
    }
    #expect(inventory.items().count == 4)
    await store.send(\.destination.add.binding.item, Item(name: "L")) {
      $0.$destination.add?.item.name = "L"
      $0.$destination.add?.nameProblem = nil
    }
    await store.send(\.destination.add.saveButtonTapped) {
      $0.$destination.add?.saving.isRunning = true
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.names.last == "L")
  }

  @Test func `A negative quantity isn't saved`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    await store.send(.addButtonTapped) { $0.destination = .add(ItemForm.State()) }
    let item = Item(name: "Lamp", status: .inStock(quantity: -3))
    await store.send(\.destination.add.binding.item, item) { $0.$destination.add?.item = item }
    await store.send(\.destination.add.saveButtonTapped) {
      $0.$destination.add?.quantityProblem = "The quantity must be 0 or more."
    }
    #expect(inventory.items().count == 4)
  }

  @Test func `A database failure presents an alert and doesn't add an item`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory.failing)
    await store.send(.addButtonTapped) { $0.destination = .add(ItemForm.State()) }
    await store.send(\.destination.add.binding.item, Item(name: "Lamp")) {
      $0.$destination.add?.item.name = "Lamp"
    }
    await store.send(\.destination.add.saveButtonTapped) {
      $0.$destination.add?.saving.isRunning = true
    }
    await store.receive(\.destination.add.savingFailed, "The disk is full.") {
      $0.$destination.add?.saving.isRunning = false
      $0.$destination.add?.alert = .notSaved("The disk is full.")
    }
    #expect(inventory.items().count == 4)
    // The entered values can be saved again.
    await store.send(\.destination.add.alert.dismiss) { $0.$destination.add?.alert = nil }
    #expect(store.state.destination?.add?.item.name == "Lamp")
    store.dependencies.inventory = inventory
    await store.send(\.destination.add.saveButtonTapped) {
      $0.$destination.add?.saving.isRunning = true
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    #expect(inventory.names.last == "Lamp")
  }

  @Test func `A second Save while the first is running has no effect`() async throws {
    let inventory = try inventory()
    let (isOpen, open) = AsyncStream<Void>.makeStream()
    var slow = inventory
    slow.add = { item in
      for await _ in isOpen { break }
      try await inventory.add(item)
    }
    let store = inventoryStore(slow)
    await store.send(.addButtonTapped) { $0.destination = .add(ItemForm.State()) }
    await store.send(\.destination.add.binding.item, Item(name: "Lamp")) {
      $0.$destination.add?.item.name = "Lamp"
    }
    await store.send(\.destination.add.saveButtonTapped) {
      $0.$destination.add?.saving.isRunning = true
    }
    await store.send(\.destination.add.saveButtonTapped)
    open.yield()
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.names.suffix(2) == ["Headphones", "Lamp"])
  }

  @Test func `An interrupted save isn't pending after a restart`() throws {
    var form = ItemForm.State(item: Item(name: "Lamp"))
    form.saving.isRunning = true
    let data = try JSONEncoder().encode(form)
    let stored = try JSONDecoder().decode(ItemForm.State.self, from: data)
    #expect(!stored.saving.isRunning)
    #expect(stored.item.name == "Lamp")
  }

  @Test func `A duplicate is saved as a separate item`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    let monitor = try #require(inventory.item(2))
    await store.send(.duplicateButtonTapped(id: 2)) {
      $0.destination = .duplicate(ItemForm.State(duplicating: monitor))
    }
    #expect(store.state.destination?.duplicate?.item.name == "Monitor")
    await store.send(\.destination.duplicate.saveButtonTapped) {
      $0.$destination.duplicate?.saving.isRunning = true
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.names == ["Keyboard", "Monitor", "Mouse", "Headphones", "Monitor"])
    #expect(inventory.items().ids.last == 5)
  }

  @Test func `Forms of different copies have different IDs`() throws {
    let items = try inventory().items()
    let ids = items.map { ItemForm.State(duplicating: $0).id }
    #expect(Set(ids).count == items.count)
  }
}
