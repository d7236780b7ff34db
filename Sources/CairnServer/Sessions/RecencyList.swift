/// A dictionary that tracks the order in which its entries were last used.
///
/// Lookup, use, insertion, and removal take constant time. Entries are in an array, and are linked by their indices.
/// Free slots are used again.
package struct RecencyList<Key: Hashable, Value> {
  fileprivate struct Entry {
    var key: Key
    /// The value, or `nil` in a free slot.
    var value: Value?
    var lastUsed: ContinuousClock.Instant
    var newer: Int32
    var older: Int32
  }

  private static var none: Int32 { -1 }

  private var places: [Key: Int32] = [:]
  private var entries: [Entry] = []
  private var free: [Int32] = []
  private var newest = none
  private var oldest = none

  package init() {}

  package var count: Int { places.count }

  /// All values, in no particular order. Reading them doesn't count as a use.
  package var values: [Value] { entries.compactMap(\.value) }

  /// The least recently used entry.
  package var leastRecent: (key: Key, value: Value, lastUsed: ContinuousClock.Instant)? {
    guard oldest != Self.none else { return nil }
    let entry = entries[Int(oldest)]
    guard let value = entry.value else { return nil }
    return (entry.key, value, entry.lastUsed)
  }

  /// Returns the value for `key`, and the time when it was last used. This doesn't count as a use.
  package func peek(_ key: Key) -> (value: Value, lastUsed: ContinuousClock.Instant)? {
    guard let place = places[key] else { return nil }
    return entries[Int(place)].value.map { ($0, entries[Int(place)].lastUsed) }
  }

  /// Uses `key` if it was last used at `earliest` or later.
  /// - Returns: The value, or `nil` if there is none or it was last used before `earliest`.
  package mutating func use(
    _ key: Key, at now: ContinuousClock.Instant, ifSince earliest: ContinuousClock.Instant
  ) -> Value? {
    guard let place = places[key], entries[Int(place)].lastUsed >= earliest else { return nil }
    touch(place, at: now)
    return entries[Int(place)].value
  }

  /// Marks `key` as the most recently used entry.
  package mutating func touch(_ key: Key, at now: ContinuousClock.Instant) {
    if let place = places[key] { touch(place, at: now) }
  }

  private mutating func touch(_ place: Int32, at now: ContinuousClock.Instant) {
    entries[Int(place)].lastUsed = now
    guard newest != place else { return }
    unlink(place)
    linkAsNewest(place)
  }

  /// Adds an entry as the most recently used one. If there is already an entry for `key`, its value is replaced.
  package mutating func insert(_ value: Value, for key: Key, at now: ContinuousClock.Instant) {
    if let place = places[key] {
      entries[Int(place)].value = value
      touch(place, at: now)
      return
    }
    let entry = Entry(key: key, value: value, lastUsed: now, newer: Self.none, older: Self.none)
    let place: Int32
    if let freed = free.popLast() {
      place = freed
      entries[Int(place)] = entry
    } else {
      place = Int32(entries.count)
      entries.append(entry)
    }
    places[key] = place
    linkAsNewest(place)
  }

  package mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    unlink(place)
    let value = entries[Int(place)].value
    entries[Int(place)].value = nil
    free.append(place)
    return value
  }

  private mutating func unlink(_ place: Int32) {
    let (newer, older) = (entries[Int(place)].newer, entries[Int(place)].older)
    if newer == Self.none {
      newest = older
    } else {
      entries[Int(newer)].older = older
    }
    if older == Self.none {
      oldest = newer
    } else {
      entries[Int(older)].newer = newer
    }
  }

  private mutating func linkAsNewest(_ place: Int32) {
    entries[Int(place)].newer = Self.none
    entries[Int(place)].older = newest
    if newest == Self.none {
      oldest = place
    } else {
      entries[Int(newest)].newer = place
    }
    newest = place
  }
}

extension RecencyList: Sendable where Key: Sendable, Value: Sendable {}
extension RecencyList.Entry: Sendable where Key: Sendable, Value: Sendable {}
