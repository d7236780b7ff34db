import Cairn
import CairnReducers
import CairnViews
import Foundation
import Testing

@testable import Gallery

/// A user who reads and operates the inventory's page without a server.
@MainActor
final class PageUser {
  let store: StoreOf<Inventory>
  let inventory: InventoryClient
  let clock = TestClock()
  private let isolation = PageIsolation()

  /// Creates a user at a location of the inventory.
  init(at path: String = "/", _ inventory: InventoryClient) throws {
    self.inventory = inventory
    let location = try #require(Location(path: path))
    let isolation = isolation
    store = withDependencies { [clock] in
      $0.inventory = inventory
      $0.continuousClock = clock
      $0.uuid = .incrementing
    } operation: {
      var state = Inventory.State()
      #expect(state.open(location).isComplete)
      return StoreIsolationContext.$current.withValue(isolation) {
        Store(initialState: state) { Inventory() }
      }
    }
  }

  /// Creates a user at a location of an inventory with the given items.
  convenience init(at path: String = "/", of items: [Item] = Item.samples) throws {
    try self.init(at: path, .database(InventoryDatabase(at: .memory, seed: items)))
  }

  // MARK: Reading

  /// The page's HTML.
  var html: String {
    here { renderPage(InventoryView(store: store), PageContext()).bytes.string }
  }

  /// The HTML of the layers, the base first.
  var layers: [String] {
    html.components(between: "<form ", and: "</form>")
  }

  var top: String { layers.last ?? "" }

  /// The HTML with all IDs replaced by the same text.
  var shape: String {
    html.replacing(#/[0-9a-f]{16}/#, with: "ID")
  }

  var title: String {
    html.components(between: "<title>", and: "</title>").first ?? ""
  }

  var summary: PageSummary {
    here { collect(InventoryView(store: store)).summary }
  }

  var location: String {
    here { store.state.location.path }
  }

  // MARK: Operating

  /// Taps a button or link of the top layer by its text or label, and waits for the effects.
  func tap(_ name: String, _ position: Int = 0) async throws {
    let controls =
      top.components(between: "<button", and: "</button>")
      + top.components(between: "<a", and: "</a>")
    let buttons = controls.filter {
      $0.hasSuffix(">" + name) || $0.contains(" aria-label=\"\(name)\"")
    }
    try #require(buttons.indices.contains(position), "Missing button \(name) in \(top)")
    let values = [" value=\"", " data-tap=\""].flatMap {
      buttons[position].components(between: $0, and: "\"")
    }
    let value = values.first
    let id = try #require(value.flatMap(Hex.parse))
    let handler = try #require(handlers(id).taps[id])
    #expect(!handler.isDisabled)
    here { handler.action() }
    await settle()
  }

  /// Fills a field of the top layer by its label.
  @discardableResult
  func fill(_ label: String, _ text: String) throws -> FieldVerdict {
    let start = try #require(
      top.components(between: "<label for=\"f-", and: "</label>").first {
        $0.hasSuffix("\">" + label)
      }, "No field \(label) in \(top)")
    let id = try #require(Hex.parse(start.prefix(16)))
    let handler = try #require(handlers(id).fields[id])
    return here { handler.write(text) }
  }

  /// Chooses an option of the top layer by its text.
  func choose(_ option: String, of label: String) throws {
    let options = top.components(between: "<option value=\"", and: "</option>")
    let value = try #require(options.first { $0.hasSuffix(">" + option) }?.prefix(16))
    #expect(try fill(label, String(value)) == .applied)
  }

  /// Dismisses the top layer, as its backdrop or Escape does.
  func dismiss() async throws {
    let dismiss = try #require(here { collect(InventoryView(store: store)).dismissTop })
    here { dismiss() }
    await settle()
  }

  /// Waits until the finite effects have finished.
  func settle() async {
    let core = store.core as? RootCore<Inventory.State, Inventory.Action>
    await wait { core?.hasRunningEffects != true || isTimerOn }
  }

  /// Waits until an action or an effect makes a condition true.
  func wait(until condition: () -> Bool) async {
    await isolation.wait(until: condition)
  }

  private var isTimerOn: Bool {
    let destination = store.destination
    return (destination?.add ?? destination?.edit ?? destination?.duplicate)?.isTimerOn ?? false
  }

  private func handlers(_ id: UInt64) -> Collected {
    here { collect(InventoryView(store: store), wanted: [id]) }
  }

  private func here<Result>(_ operation: () -> Result) -> Result {
    withDependencies {
      $0.inventory = inventory
    } operation: {
      operation()
    }
  }
}

extension String {
  /// The parts between two delimiters.
  func components(between start: String, and end: String) -> [String] {
    split(separator: start, omittingEmptySubsequences: false).dropFirst().map { part in
      part.range(of: end).map { String(part[..<$0.lowerBound]) } ?? String(part)
    }
  }
}
