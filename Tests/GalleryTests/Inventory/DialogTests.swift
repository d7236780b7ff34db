import Cairn
import CairnTesting
import Testing

@testable import Gallery

@MainActor
struct DialogTests {
  @Test func `Deleting asks for confirmation`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    let mouse = try #require(inventory.item(3))
    await store.send(.deleteButtonTapped(id: 3)) { $0.destination = .alert(.deleting(mouse)) }
    #expect(inventory.items().count == 4)
    await store.send(\.destination.alert.deletionConfirmed, 3) { $0.destination = nil }
    await store.finish()
    #expect(inventory.names == ["Keyboard", "Monitor", "Headphones"])
  }

  @Test func `Cancel doesn't delete the item`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    await store.send(.deleteButtonTapped(id: 3)) {
      $0.destination = .alert(.deleting(inventory.item(3)!))
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    #expect(inventory.items().count == 4)
  }

  @Test func `The alert names the item`() throws {
    let alert = AlertState.deleting(Item(id: 7, name: "Lamp"))
    #expect(alert.title.string == "Delete “Lamp”?")
    #expect(alert.buttons.map(\.label.string) == ["Delete", "Cancel"])
    #expect(alert.buttons.map(\.role) == [.destructive, .cancel])
    #expect(alert.buttons.map(\.action) == [.deletionConfirmed(id: 7), nil])
  }

  @Test func `The dialog can duplicate an item`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    let keyboard = try #require(inventory.item(1))
    await store.send(.moreButtonTapped(id: 1)) { $0.destination = .dialog(.more(about: keyboard)) }
    await store.send(\.destination.dialog.duplicateButtonTapped, 1) {
      $0.destination = .duplicate(ItemForm.State(duplicating: keyboard))
    }
    let copy = Item(name: "Piano", color: .blue, status: .inStock(quantity: 100))
    await store.send(\.destination.duplicate.binding.item, copy) {
      $0.$destination.duplicate?.item.name = "Piano"
    }
    await store.send(\.destination.duplicate.saveButtonTapped) {
      $0.$destination.duplicate?.saving.isRunning = true
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.names == ["Keyboard", "Monitor", "Mouse", "Headphones", "Piano"])
  }

  @Test func `An item can be marked as out of stock and in stock again`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    for (status, label) in [
      (Item.Status.outOfStock(isOnBackOrder: false), "Mark as out of stock"),
      (.inStock(quantity: 1), "Mark as in stock"),
    ] {
      let keyboard = try #require(inventory.item(1))
      let dialog = ConfirmationDialogState.more(about: keyboard)
      #expect(dialog.buttons.map(\.label.string) == ["Duplicate", label, "Cancel"])
      await store.send(.moreButtonTapped(id: 1)) { $0.destination = .dialog(dialog) }
      await store.send(\.destination.dialog.statusButtonTapped, 1) { $0.destination = nil }
      await store.finish()
      #expect(inventory.item(1)?.status == status)
    }
  }

  @Test func `Changing the status of a deleted item presents an alert`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    await store.send(.moreButtonTapped(id: 1)) {
      $0.destination = .dialog(.more(about: inventory.item(1)!))
    }
    try await inventory.delete(1)
    await store.send(\.destination.dialog.statusButtonTapped, 1) {
      $0.destination = .alert(.itemIsGone)
    }
  }

  @Test func `A failed deletion presents an alert`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory.failing)
    await store.send(.deleteButtonTapped(id: 3)) {
      $0.destination = .alert(.deleting(inventory.item(3)!))
    }
    await store.send(\.destination.alert.deletionConfirmed, 3) { $0.destination = nil }
    await store.receive(\.writingFailed) { $0.failure = .notDone("The disk is full.") }
    await store.send(\.failure.dismiss) { $0.failure = nil }
  }

  @Test func `A late failure doesn't dismiss an open form`() async throws {
    let inventory = try inventory()
    let (isOpen, open) = AsyncStream<Void>.makeStream()
    var slow = inventory
    slow.delete = { _ in
      for await _ in isOpen { break }
      throw DiskIsFull()
    }
    let store = inventoryStore(slow)
    await store.send(.deleteButtonTapped(id: 3)) {
      $0.destination = .alert(.deleting(inventory.item(3)!))
    }
    await store.send(\.destination.alert.deletionConfirmed, 3) { $0.destination = nil }
    await store.send(.addButtonTapped) { $0.destination = .add(ItemForm.State()) }
    await store.send(\.destination.add.binding.item, Item(name: "Lamp")) {
      $0.$destination.add?.item.name = "Lamp"
    }
    open.yield()
    await store.receive(\.writingFailed) { $0.failure = .notDone("The disk is full.") }
    await store.send(\.failure.dismiss) { $0.failure = nil }
    #expect(store.state.destination?.add?.item.name == "Lamp")
  }
}
