import CairnCases
import IssueReporting
import Synchronization

/// Finds elements of a collection that share an ID, because their controls must not share a name.
@usableFromInline
enum RepeatedIDs {
  /// Returns whether an ID occurs more than once.
  @inlinable
  static func areThere<Data: RandomAccessCollection>(
    in data: Data, hash: (Data.Element) -> UInt64
  ) -> Bool {
    let count = data.count
    guard count > 1 else { return false }
    // An open-addressing table with at least twice as many slots as IDs. An ID is stored in the first free slot after
    // its own.
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

  /// The issues that were already reported, so that each is reported only once.
  private static let reported = Mutex<Set<String>>([])
  /// The maximum number of different issues to report.
  private static let limit = 1000

  /// Reports that several elements have the same ID.
  @usableFromInline
  static func report(_ id: String, fileID: StaticString, filePath: StaticString, line: UInt) {
    let isNew = reported.withLock { reported in
      reported.count < limit && reported.insert("\(fileID):\(line) \(id)").inserted
    }
    guard isNew else { return }
    reportIssue(
      """
      'ForEach' at \(fileID):\(line) has more than one element with the ID \(id).

      Elements with the same ID are distinguished only by their order, so text that a user types into \
      one element may end up in another when the elements move. Give each element a unique ID.
      """,
      fileID: fileID, filePath: filePath, line: line, column: 1)
  }
}

/// Counts the occurrences of each ID in a collection.
@usableFromInline
struct IDCounts {
  private var counts: [UInt64: UInt64] = [:]

  @usableFromInline
  init() {}

  /// Returns a distinct ID for the next element with `id`. For the first element, it's `id` itself.
  @usableFromInline
  mutating func next(_ id: UInt64) -> UInt64 {
    let count = counts[id, default: 0]
    counts[id] = count + 1
    return count == 0 ? id : Place.mix(id, count)
  }

  /// Returns whether the latest element with this ID is the second one, so that the issue is reported once.
  @usableFromInline
  func isRepeated(_ id: UInt64) -> Bool { counts[id] == 2 }
}

/// A collection whose elements have different IDs.
@usableFromInline
protocol UniquelyIdentified {}

extension IdentifiedArray: UniquelyIdentified {}
