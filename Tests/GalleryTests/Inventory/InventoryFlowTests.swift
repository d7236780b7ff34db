import Cairn
import CairnViews
import Testing

@testable import Gallery

/// The inventory, operated through its pages.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct InventoryFlowTests {
  @Test func `An item can be edited in place`() async throws {
    let user = try PageUser()
    try await user.tap("Keyboard")
    #expect(user.location == "/items/1")
    #expect(try user.fill("Name", "Piano") == .applied)
    try user.choose("Green", of: "Color")
    #expect(try user.fill("Quantity", " 7 ") == .applied)
    try await user.tap("Inventory")
    #expect(user.location == "/")
    #expect(user.inventory.item(1)?.name == "Piano")
    #expect(user.inventory.item(1)?.color == .green)
    #expect(user.inventory.item(1)?.status == .inStock(quantity: 7))
    #expect(user.html.contains(">Piano</a>"))
  }

  @Test func `The form's fields depend on the status`() async throws {
    let user = try PageUser(at: "/add")
    #expect(try user.fill("In stock", "0") == .applied)
    try await user.tap("Apply")
    #expect(user.labels == ["Name", "Color", "In stock", "On back order", "Timer"])
    #expect(try user.fill("On back order", "1") == .applied)
    #expect(try user.fill("Name", "Lamp") == .applied)
    try await user.tap("Save")
    #expect(user.inventory.items().last?.status == .outOfStock(isOnBackOrder: true))
  }

  @Test func `Invalid text in a number field doesn't change the item`() throws {
    let user = try PageUser(at: "/items/1")
    let verdict = try user.fill("Quantity", "abc")
    #expect(verdict == .refused(.system(.notWholeNumber("abc"))))
    #expect(user.store.destination?.edit?.item.status == .inStock(quantity: 100))
  }

  @Test func `A blank name shows an error below the field`() async throws {
    let user = try PageUser(at: "/add")
    try await user.tap("Save")
    #expect(user.location == "/add")
    #expect(user.top.contains(">Give the item a name.</p>"))
    #expect(user.top.contains("aria-invalid=\"true\""))
    try user.fill("Name", "Lamp")
    #expect(!user.top.contains("Give the item a name."))
    try await user.tap("Save")
    #expect(user.location == "/")
    #expect(user.inventory.names.last == "Lamp")
  }

  @Test func `A negative quantity shows an error below the field`() async throws {
    let user = try PageUser(at: "/add")
    try user.fill("Name", "Lamp")
    try user.fill("Quantity", "-1")
    try await user.tap("Save")
    #expect(user.top.contains(">The quantity must be 0 or more.</p>"))
    #expect(user.inventory.items().count == 4)
  }

  @Test func `Cancel and the backdrop dismiss the sheet`() async throws {
    let user = try PageUser(at: "/add")
    try await user.tap("Cancel")
    #expect(user.location == "/")
    try await user.tap("Add")
    #expect(user.location == "/add")
    try await user.dismiss()
    #expect(user.location == "/")
    #expect(user.inventory.items().count == 4)
  }

  @Test func `An item can be duplicated from its row`() async throws {
    let user = try PageUser()
    try await user.tap("Duplicate", 1)
    #expect(user.location == "/items/2/duplicate")
    try await user.tap("Save")
    #expect(user.inventory.names == ["Keyboard", "Monitor", "Mouse", "Headphones", "Monitor"])
  }

  @Test func `An item can be duplicated from More`() async throws {
    let user = try PageUser()
    try await user.tap("More")
    try await user.tap("Duplicate")
    #expect(user.location == "/items/1/duplicate")
  }

  @Test func `Deleting asks for confirmation`() async throws {
    let user = try PageUser()
    try await user.tap("Delete", 2)
    try await user.tap("Cancel")
    #expect(user.layers.count == 1)
    #expect(user.inventory.items().count == 4)
    try await user.tap("Delete", 2)
    try await user.tap("Delete")
    #expect(user.layers.count == 1)
    #expect(user.inventory.names == ["Keyboard", "Monitor", "Headphones"])
    #expect(!user.html.contains("Mouse"))
  }

  @Test func `An item can be marked as out of stock`() async throws {
    let user = try PageUser()
    try await user.tap("More")
    try await user.tap("Mark as out of stock")
    #expect(user.layers.count == 1)
    #expect(
      user.html.contains(
        ">Keyboard</a><p class=\"text swatch blue\">Out of stock, Blue</p>"))
  }

  @Test func `A stock take counts the items and saves the counts`() async throws {
    let user = try PageUser()
    try await user.tap("Take stock")
    #expect(user.location == "/stocktake")
    try await user.tap("Start")
    #expect(user.location == "/stocktake/1")
    try user.fill("Counted", "97")
    try await user.tap("Decrement")
    try await user.tap("Next")
    try await user.tap("Increment")
    try await user.tap("Next")
    try await user.tap("Next")
    #expect(user.location == "/stocktake/4")
    try await user.tap("Mouse")
    #expect(user.location == "/stocktake/3")
    try await user.tap("Next")
    try await user.tap("Next")
    #expect(user.location == "/stocktake/summary")
    #expect(user.top.contains("100 → 96"))
    #expect(user.top.contains("20 → 21"))
    #expect(user.top.contains("2 of 4 items not as expected."))
    try await user.tap("Save")
    #expect(user.location == "/")
    #expect(
      user.inventory.items().map(\.status) == [
        .inStock(quantity: 96), .inStock(quantity: 21), .outOfStock(isOnBackOrder: true),
        .inStock(quantity: 20),
      ])
  }

  @Test func `The timer shows the remaining time and dismisses the form`() async throws {
    let user = try PageUser(at: "/items/1")
    #expect(
      user.html.contains("Closes this form after 5 seconds. Your changes are saved then."))
    try user.fill("Timer", "1")
    #expect(user.html.contains("This form closes in 5 seconds."))
    for second in 1...4 {
      await user.clock.advance(by: .seconds(1))
      await user.wait { user.store.destination?.edit?.secondsElapsed == second }
    }
    #expect(user.html.contains("This form closes in 1 second."))
    await user.clock.advance(by: .seconds(1))
    await user.wait { user.store.destination == nil }
    #expect(user.location == "/")
  }

  @Test func `Copies of different items have different forms`() throws {
    let first = try PageUser(at: "/items/1/duplicate").summary.levels.last
    let second = try PageUser(at: "/items/2/duplicate").summary.levels.last
    #expect(first?.identity != second?.identity)
  }
}
