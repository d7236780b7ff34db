import Cairn
import CairnTesting
import CairnViews
import Foundation
import Synchronization

@testable import Gallery

/// The items of a database in memory.
func inventory(of items: [Item] = Item.samples) throws -> InventoryClient {
  .database(try InventoryDatabase(at: .memory, seed: items))
}

/// A test store of the inventory, with its items.
@MainActor
func inventoryStore(
  _ inventory: InventoryClient, state: Inventory.State = Inventory.State(),
  clock: any Clock<Duration> = TestClock()
) -> TestStoreOf<Inventory> {
  TestStore(initialState: state) {
    Inventory()
  } withDependencies: {
    $0.inventory = inventory
    $0.continuousClock = clock
    $0.uuid = .constant(UUID(0))
  }
}

typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable

/// The reason for a failed write.
struct DiskIsFull: Error, CustomStringConvertible {
  let description = "The disk is full."
}

extension InventoryClient {
  /// A client with the same items whose writes fail.
  var failing: Self {
    Self(
      items: items, add: { _ in throw DiskIsFull() }, addAll: { _ in throw DiskIsFull() },
      update: { _ in throw DiskIsFull() }, count: { _ in throw DiskIsFull() },
      delete: { _ in throw DiskIsFull() })
  }

  var names: [String] { items().map(\.name) }
}

/// A deterministic generator with a seed, based on SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
