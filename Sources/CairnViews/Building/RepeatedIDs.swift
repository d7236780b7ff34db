import CairnCases
import IssueReporting
import Synchronization

/// Finds elements of a collection that have one ID, so that their controls don't get one name.
@usableFromInline
enum RepeatedIDs {
  /// Whether an ID occurs more than once.
  @inlinable
  static func areThere<Data: RandomAccessCollection>(
    in data: Data, hash: (Data.Element) -> UInt64
  ) -> Bool {
    let count = data.count
    guard count > 1 else { return false }
    // A table with twice as many slots as IDs, in which an ID is in the first free one from its own on.
    let bits = Int.bitWidth - (2 * count - 1).leadingZeroBitCount
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 1 << bits) { slots in
      slots.initialize(repeating: 0)
      var hasZero = false
      for element in data {
        let id = hash(element)
        guard id != 0 else {
          if hasZero { return true }
          hasZero = true
          continue
        }
        var index = Int(truncatingIfNeeded: (id &* 0x9E37_79B9_7F4A_7C15) &>> (64 - bits))
        while slots[index] != 0 {
          if slots[index] == id { return true }
          index = (index &+ 1) & (1 << bits - 1)
        }
        slots[index] = id
      }
      return false
    }
  }

  /// The issues that were reported: each is reported once.
  private static let reported = Mutex<Set<String>>([])
  /// How many issues are kept to tell.
  private static let limit = 1000

  /// Reports that elements have one ID.
  @usableFromInline
  static func report(_ id: String, fileID: StaticString, filePath: StaticString, line: UInt) {
    let isNew = reported.withLock { reported in
      reported.count < limit && reported.insert("\(fileID):\(line) \(id)").inserted
    }
    guard isNew else { return }
    reportIssue(
      """
      'ForEach' at \(fileID):\(line) has more than one element with the ID \(id).

      Elements with one ID are told apart by their order, so the text that a user types into one of them \
      may end up in another one when the elements move. Give each element an ID of its own.
      """,
      fileID: fileID, filePath: filePath, line: line, column: 1)
  }
}

/// How often each ID of a collection has occurred so far.
@usableFromInline
struct IDCounts {
  private var counts: [UInt64: UInt64] = [:]

  @usableFromInline
  init() {}

  /// What stands for the next element with an ID: the ID itself for the first one, then others.
  @usableFromInline
  mutating func next(_ id: UInt64) -> UInt64 {
    let count = counts[id, default: 0]
    counts[id] = count + 1
    return count == 0 ? id : Place.mix(id, count)
  }

  /// Whether there was more than one element with an ID.
  @usableFromInline
  func isRepeated(_ id: UInt64) -> Bool { counts[id] == 2 }
}

/// A collection whose elements have different IDs.
@usableFromInline
protocol UniquelyIdentified {}

extension IdentifiedArray: UniquelyIdentified {}
