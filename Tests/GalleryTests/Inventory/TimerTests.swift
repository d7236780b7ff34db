import Cairn
import CairnTesting
import Testing

@testable import Gallery

@MainActor
struct TimerTests {
  @Test func `After five ticks, the sheet is dismissed without saving`() async throws {
    let inventory = try inventory()
    let clock = TestClock()
    let store = inventoryStore(inventory, clock: clock)
    await store.send(.addButtonTapped) { $0.destination = .add(ItemForm.State()) }
    await store.send(\.destination.add.binding.item, Item(name: "Lamp")) {
      $0.$destination.add?.item.name = "Lamp"
    }
    await store.send(\.destination.add.binding.isTimerOn, true) {
      $0.$destination.add?.isTimerOn = true
    }
    for second in 1...5 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.destination.add.timerTicked) {
        $0.$destination.add?.secondsElapsed = second
      }
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
      $0.drafts = [Item.unsaved: Item(name: "Lamp")]
    }
    await store.finish()
    #expect(inventory.items().count == 4)
  }

  @Test func `A form closed by its timer keeps its content for the next time`() async throws {
    let inventory = try inventory()
    let clock = TestClock()
    let store = inventoryStore(inventory, clock: clock)
    let copy = ItemForm.State(duplicating: try #require(inventory.item(1)))
    await store.send(.duplicateButtonTapped(id: 1)) { $0.destination = .duplicate(copy) }
    var entered = copy.item
    entered.name = "Piano"
    await store.send(\.destination.duplicate.binding.item, entered) { [entered] in
      $0.$destination.duplicate?.item = entered
    }
    await store.send(\.destination.duplicate.binding.isTimerOn, true) {
      $0.$destination.duplicate?.isTimerOn = true
    }
    for second in 1...5 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.destination.duplicate.timerTicked) {
        $0.$destination.duplicate?.secondsElapsed = second
      }
    }
    await store.receive(\.destination.dismiss) { [entered] in
      $0.destination = nil
      $0.drafts = [1: entered]
    }
    // The form of a different item doesn't get this content.
    await store.send(.addButtonTapped) { $0.destination = .add(ItemForm.State()) }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    var resumed = copy
    resumed.resume(entered)
    await store.send(.duplicateButtonTapped(id: 1)) { [resumed] in
      $0.destination = .duplicate(resumed)
    }
    // Leaving the form discards the content.
    await store.send(\.destination.duplicate.cancelButtonTapped) {
      $0.$destination.duplicate?.item = copy.item
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
      $0.drafts = [:]
    }
    await store.finish()
  }

  @Test func `After five ticks, the popover is dismissed without saving`() async throws {
    let inventory = try inventory()
    let clock = TestClock()
    let store = inventoryStore(inventory, clock: clock)
    await store.send(.duplicateButtonTapped(id: 1)) {
      $0.destination = .duplicate(ItemForm.State(duplicating: inventory.item(1)!))
    }
    await store.send(\.destination.duplicate.binding.isTimerOn, true) {
      $0.$destination.duplicate?.isTimerOn = true
    }
    for second in 1...5 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.destination.duplicate.timerTicked) {
        $0.$destination.duplicate?.secondsElapsed = second
      }
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.items().count == 4)
  }

  @Test func `After five ticks, the pushed form goes back and saves`() async throws {
    let inventory = try inventory()
    let clock = TestClock()
    let store = inventoryStore(inventory, clock: clock)
    var item = try #require(inventory.item(1))
    await store.send(.itemTapped(id: 1)) { [item] in
      $0.destination = .edit(ItemForm.State(item: item))
    }
    await store.send(\.destination.edit.binding.isTimerOn, true) {
      $0.$destination.edit?.isTimerOn = true
    }
    item.name = "Piano"
    await store.send(\.destination.edit.binding.item, item) {
      $0.$destination.edit?.item.name = "Piano"
    }
    for second in 1...5 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.destination.edit.timerTicked) {
        $0.$destination.edit?.secondsElapsed = second
      }
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
    #expect(inventory.item(1)?.name == "Piano")
  }

  @Test func `Switching off the timer stops it, and switching it on restarts it`() async throws {
    let clock = TestClock()
    let store = inventoryStore(try inventory(), clock: clock)
    await store.send(.addButtonTapped) { $0.destination = .add(ItemForm.State()) }
    await store.send(\.destination.add.binding.isTimerOn, true) {
      $0.$destination.add?.isTimerOn = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.destination.add.timerTicked) {
      $0.$destination.add?.secondsElapsed = 1
    }
    await store.send(\.destination.add.binding.isTimerOn, false) {
      $0.$destination.add?.isTimerOn = false
      $0.$destination.add?.secondsElapsed = 0
    }
    await clock.advance(by: .seconds(10))
    await store.finish()
    await store.send(\.destination.add.binding.isTimerOn, true) {
      $0.$destination.add?.isTimerOn = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.destination.add.timerTicked) {
      $0.$destination.add?.secondsElapsed = 1
    }
    #expect(store.state.destination?.add?.secondsLeft == 4)
    // The timer ends with the form.
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.finish()
  }

  @Test func `A form without a parent runs its timer too`() async {
    let clock = TestClock()
    let wasDismissed = Flag()
    let store = TestStore(initialState: ItemForm.State()) {
      ItemForm()
    } withDependencies: {
      $0.continuousClock = clock
      $0.dismiss = DismissEffect { await wasDismissed.raise() }
    }
    await store.send(\.binding.isTimerOn, true) { $0.isTimerOn = true }
    for second in 1...5 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.timerTicked) { $0.secondsElapsed = second }
    }
    await store.send(\.binding.isTimerOn, false) {
      $0.isTimerOn = false
      $0.secondsElapsed = 0
    }
    await store.finish()
    #expect(wasDismissed.isRaised)
  }
}

@MainActor
private final class Flag {
  private(set) var isRaised = false
  func raise() { isRaised = true }
}
