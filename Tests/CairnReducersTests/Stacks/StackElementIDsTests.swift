import CairnDependencies
import Foundation
import OrderedCollections
import Testing

@testable import CairnReducers

/// Tests the numbers that scenes skip, so that elements of two scenes copied from one state have different IDs.
@Suite struct StackElementIDsTests {
  private func taken(_ ids: StackElementIDs, _ count: Int) -> [Int] {
    (0..<count).map { _ in ids.take(from: 0).generation }
  }

  @Test func `A leap goes beyond the stack's IDs and happens once`() {
    let ids = StackElementIDs()
    #expect(taken(ids, 2) == [0, 1])
    ids.leap(over: 100)
    // Reading the next ID doesn't make the leap.
    #expect(ids.generation == 2)
    #expect(ids.take(from: 50).generation == 150)
    #expect(taken(ids, 2) == [151, 152])
  }

  @Test func `An immediate leap is stored`() throws {
    let ids = StackElementIDs()
    let stored = try withDependencies {
      $0.stackElementIDs = ids
    } operation: {
      let stack = StackState(["a"])
      ids.leapAtOnce(over: 100)
      return try JSONEncoder().encode(stack)
    }
    try withDependencies {
      $0.stackElementIDs = StackElementIDs()
    } operation: {
      var restored = try JSONDecoder().decode(StackState<String>.self, from: stored)
      restored.append("b")
      #expect(restored.ids == [0, 101])
    }
  }

  @Test func `Leaps have no effect at very large IDs`() {
    let ids = StackElementIDs(from: 1 << 60)
    ids.leap(over: 1 << 44)
    ids.leapAtOnce(over: 1 << 44)
    #expect(taken(ids, 2) == [1 << 60, (1 << 60) + 1])
  }
}
