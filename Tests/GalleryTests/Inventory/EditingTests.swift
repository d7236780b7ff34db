import Cairn
import CairnTesting
import Testing

@testable import Gallery

@MainActor
struct EditingTests {
  @Test func `Back saves an edited item`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    let keyboard = try #require(inventory.item(1))
    await store.send(.itemTapped(id: 1)) {
      $0.destination = .edit(ItemForm.State(item: keyboard))
    }
    var edited = keyboard
    edited.name = "Piano"
    await store.send(\.destination.edit.binding.item, edited) {
      $0.$destination.edit?.item.name = "Piano"
    }
    edited.color = .red
    edited.status = .outOfStock(isOnBackOrder: true)
    await store.send(\.destination.edit.binding.item, edited) {
      $0.$destination.edit?.item = edited
    }
    #expect(inventory.item(1) == keyboard)
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.item(1) == edited)
    #expect(inventory.names == ["Piano", "Monitor", "Mouse", "Headphones"])
  }

  @Test func `Save leaves a valid form, and leaving saves it`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    var item = try #require(inventory.item(1))
    await store.send(.itemTapped(id: 1)) { [item] in
      $0.destination = .edit(ItemForm.State(item: item))
    }
    item.name = " "
    await store.send(\.destination.edit.binding.item, item) {
      $0.$destination.edit?.item.name = " "
    }
    await store.send(\.destination.edit.saveButtonTapped) {
      $0.$destination.edit?.nameProblem = "Give the item a name."
    }
    item.name = "Piano"
    await store.send(\.destination.edit.binding.item, item) {
      $0.$destination.edit?.item.name = "Piano"
      $0.$destination.edit?.nameProblem = nil
    }
    await store.send(\.destination.edit.saveButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.item(1)?.name == "Piano")
  }

  @Test func `Cancel discards the edits`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory.failing)
    var item = try #require(inventory.item(1))
    await store.send(.itemTapped(id: 1)) { [item] in
      $0.destination = .edit(ItemForm.State(item: item))
    }
    item.name = "Piano"
    await store.send(\.destination.edit.binding.item, item) {
      $0.$destination.edit?.item.name = "Piano"
    }
    await store.send(\.destination.edit.cancelButtonTapped) {
      $0.$destination.edit?.item.name = "Keyboard"
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.item(1)?.name == "Keyboard")
  }

  @Test func `Back without a change doesn't write the item`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory.failing)
    await store.send(.itemTapped(id: 2)) {
      $0.destination = .edit(ItemForm.State(item: inventory.item(2)!))
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `A blank name isn't saved, and an alert reports it`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    let keyboard = try #require(inventory.item(1))
    await store.send(.itemTapped(id: 1)) {
      $0.destination = .edit(ItemForm.State(item: keyboard))
    }
    var edited = keyboard
    edited.name = " \u{3000}\t"
    edited.status = .inStock(quantity: 7)
    await store.send(\.destination.edit.binding.item, edited) {
      $0.$destination.edit?.item = edited
    }
    await store.send(\.destination.dismiss) {
      $0.destination = .alert(.kept(["Give the item a name."], of: keyboard, edited))
    }
    await store.finish()
    #expect(inventory.item(1)?.name == "Keyboard")
    #expect(inventory.item(1)?.status == .inStock(quantity: 7))
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `A negative quantity isn't saved, and an alert reports it`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    let keyboard = try #require(inventory.item(1))
    await store.send(.itemTapped(id: 1)) {
      $0.destination = .edit(ItemForm.State(item: keyboard))
    }
    var edited = keyboard
    edited.status = .inStock(quantity: -1)
    await store.send(\.destination.edit.binding.item, edited) {
      $0.$destination.edit?.item = edited
    }
    await store.send(\.destination.dismiss) {
      $0.destination = .alert(.kept(["The quantity must be 0 or more."], of: keyboard, edited))
    }
    await store.finish()
    #expect(inventory.item(1) == keyboard)
    await store.send(\.destination.alert.editAgainButtonTapped, edited) {
      var form = ItemForm.State(item: keyboard)
      form.item = edited
      form.quantityProblem = "The quantity must be 0 or more."
      $0.destination = .edit(form)
    }
    edited.status = .inStock(quantity: 1)
    await store.send(\.destination.edit.binding.item, edited) {
      $0.$destination.edit?.item = edited
      $0.$destination.edit?.quantityProblem = nil
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.item(1) == edited)
  }

  @Test func `Another session's change of a different field is kept`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    let keyboard = try #require(inventory.item(1))
    await store.send(.itemTapped(id: 1)) {
      $0.destination = .edit(ItemForm.State(item: keyboard))
    }
    var theirs = keyboard
    theirs.status = .inStock(quantity: 1)
    try await inventory.update(theirs)
    var mine = keyboard
    mine.name = "Piano"
    await store.send(\.destination.edit.binding.item, mine) {
      $0.$destination.edit?.item.name = "Piano"
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.item(1)?.name == "Piano")
    #expect(inventory.item(1)?.status == .inStock(quantity: 1))
  }

  @Test(arguments: [true, false])
  func `An alert asks about conflicting changes`(keepsMine: Bool) async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    let keyboard = try #require(inventory.item(1))
    await store.send(.itemTapped(id: 1)) {
      $0.destination = .edit(ItemForm.State(item: keyboard))
    }
    var theirs = keyboard
    (theirs.name, theirs.color, theirs.status) = ("Organ", .red, .inStock(quantity: 1))
    try await inventory.update(theirs)
    // The same change by both isn't a conflict, and neither is a change by only one of them.
    var mine = keyboard
    (mine.name, mine.status) = ("Piano", .inStock(quantity: 1))
    await store.send(\.destination.edit.binding.item, mine) { [mine] in
      $0.$destination.edit?.item = mine
    }
    mine.color = .red
    await store.send(\.destination.dismiss) { [mine, theirs] in
      $0.destination = .alert(.changedSinceOpened(mine, theirs: theirs, []))
    }
    let alert = try #require(store.state.destination?.alert)
    #expect(alert.buttons.map(\.label.string) == ["Keep my version", "Use their version"])
    #expect(alert.message?.string == "The name is now “Organ”. You entered “Piano”.")
    #expect(inventory.item(1) == theirs)
    if keepsMine {
      // Changes before the answer are kept too.
      theirs.color = .green
      try await inventory.update(theirs)
      await store.send(\.destination.alert.keepMineButtonTapped, (mine, theirs: theirs)) {
        $0.destination = nil
      }
    } else {
      await store.send(\.destination.dismiss) { $0.destination = nil }
    }
    await store.finish()
    #expect(inventory.item(1)?.name == (keepsMine ? "Piano" : "Organ"))
  }

  @Test func `Changes without a conflict are saved before the alert is answered`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    let keyboard = try #require(inventory.item(1))
    await store.send(.itemTapped(id: 1)) {
      $0.destination = .edit(ItemForm.State(item: keyboard))
    }
    var theirs = keyboard
    (theirs.color, theirs.status) = (nil, .outOfStock(isOnBackOrder: false))
    try await inventory.update(theirs)
    var mine = keyboard
    (mine.name, mine.color, mine.status) = ("Piano", .red, .inStock(quantity: -1))
    await store.send(\.destination.edit.binding.item, mine) { [mine] in
      $0.$destination.edit?.item = mine
    }
    // An invalid value isn't part of the conflict.
    mine.status = theirs.status
    theirs.name = "Piano"
    await store.send(\.destination.dismiss) { [mine, theirs] in
      $0.destination = .alert(
        .changedSinceOpened(mine, theirs: theirs, ["The quantity must be 0 or more."]))
    }
    await store.finish()
    #expect(
      store.state.destination?.alert?.message?.string
        == "The color is now None. You chose Red. The quantity must be 0 or more.")
    #expect(inventory.item(1) == theirs)
    try await inventory.delete(1)
    await store.send(\.destination.alert.keepMineButtonTapped, (mine, theirs: theirs)) {
      $0.destination = .alert(.isGone(ItemForm.State(item: mine)))
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `An item deleted in another session isn't written again`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    let keyboard = try #require(inventory.item(1))
    await store.send(.itemTapped(id: 1)) {
      $0.destination = .edit(ItemForm.State(item: keyboard))
    }
    var edited = keyboard
    edited.name = "Piano"
    await store.send(\.destination.edit.binding.item, edited) {
      $0.$destination.edit?.item.name = "Piano"
    }
    try await inventory.delete(1)
    let form = try #require(store.state.destination?.edit)
    await store.send(\.destination.dismiss) { $0.destination = .alert(.isGone(form)) }
    await store.finish()
    #expect(inventory.names == ["Monitor", "Mouse", "Headphones"])
    await store.send(\.destination.dismiss) { $0.destination = nil }
    #expect(inventory.names == ["Monitor", "Mouse", "Headphones"])
  }

  @Test func `Values entered for a deleted item can be added as a new item`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    let keyboard = try #require(inventory.item(1))
    await store.send(.itemTapped(id: 1)) {
      $0.destination = .edit(ItemForm.State(item: keyboard))
    }
    let edited = Item(id: 1, name: "", color: .red, status: .inStock(quantity: 7))
    await store.send(\.destination.edit.binding.item, edited) {
      $0.$destination.edit?.item = edited
    }
    try await inventory.delete(1)
    let form = try #require(store.state.destination?.edit)
    await store.send(\.destination.dismiss) { $0.destination = .alert(.isGone(form)) }
    let alert = try #require(store.state.destination?.alert)
    #expect(alert.title.string == "“Keyboard” no longer exists")
    #expect(alert.buttons.map(\.label.string) == ["Add as a new item", "Discard"])
    // The form also gets invalid values, so that the user can correct them.
    await store.send(\.destination.alert.newItemButtonTapped, edited.unsaved) {
      $0.destination = .add(ItemForm.State(item: edited.unsaved))
    }
    await store.send(\.destination.add.saveButtonTapped) {
      $0.$destination.add?.nameProblem = "Give the item a name."
    }
    var corrected = edited.unsaved
    corrected.name = "Piano"
    await store.send(\.destination.add.binding.item, corrected) {
      $0.$destination.add?.item.name = "Piano"
      $0.$destination.add?.nameProblem = nil
    }
    await store.send(\.destination.add.saveButtonTapped) {
      $0.$destination.add?.saving.isRunning = true
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    #expect(inventory.names == ["Monitor", "Mouse", "Headphones", "Piano"])
    #expect(inventory.items().last?.status == .inStock(quantity: 7))
  }

  @Test(arguments: [
    Inventory.Action.itemTapped(id: 99), .duplicateButtonTapped(id: 99),
    .deleteButtonTapped(id: 99), .moreButtonTapped(id: 99),
  ])
  func `Tapping a deleted item presents an alert`(action: Inventory.Action) async throws {
    let store = inventoryStore(try inventory())
    await store.send(action) { $0.destination = .alert(.itemIsGone) }
  }

  @Test func `A database failure restores the form with an alert`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory.failing)
    await store.send(.itemTapped(id: 1)) {
      $0.destination = .edit(ItemForm.State(item: inventory.item(1)!))
    }
    var edited = try #require(inventory.item(1))
    edited.name = "Piano"
    await store.send(\.destination.edit.binding.item, edited) {
      $0.$destination.edit?.item.name = "Piano"
    }
    var form = try #require(store.state.destination?.edit)
    await store.send(\.destination.dismiss) { $0.destination = nil }
    form.alert = .notSaved("The disk is full.")
    await store.receive(\.editingFailed) { [form] in $0.destination = .edit(form) }
    #expect(inventory.item(1)?.name == "Keyboard")
    // The form is shown again with the entered values.
    await store.send(\.destination.edit.alert.dismiss) { $0.$destination.edit?.alert = nil }
    #expect(store.state.destination?.edit?.item.name == "Piano")
    store.dependencies.inventory = inventory
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.item(1)?.name == "Piano")
  }

  @Test func `A late failure to save doesn't dismiss another form`() async throws {
    let inventory = try inventory()
    let store = inventoryStore(inventory)
    await store.send(.addButtonTapped) { $0.destination = .add(ItemForm.State()) }
    let form = ItemForm.State(item: try #require(inventory.item(1)))
    await store.send(.editingFailed(form, "The disk is full.")) {
      $0.failure = .notDone("The disk is full.")
    }
    await store.send(\.failure.dismiss) { $0.failure = nil }
    #expect(store.state.destination?.add != nil)
  }
}
