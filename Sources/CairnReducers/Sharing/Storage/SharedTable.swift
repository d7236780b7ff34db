import Foundation
import Synchronization

/// The values of a ``SharedStorage``, by their keys.
public final class _SharedTable: Sendable {
  /// An ID of any type. Two IDs are equal only if their types are the same.
  private struct Key: Hashable, Sendable {
    let id: any Hashable & Sendable

    static func == (key: Self, other: Self) -> Bool {
      func equals<ID: Hashable>(_ id: ID) -> Bool {
        type(of: key.id) == type(of: other.id) && other.id as? ID == id
      }
      return equals(key.id)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// The place of a key's value. Its lock is held while the value is created.
  private final class Place: Sendable {
    private struct Content: Sendable {
      weak var box: (any SharedRoot)?
      var kept: (any SharedRoot)?
      /// Whether a value was ever put here.
      var wasUsed = false
    }

    let lock = NSRecursiveLock()
    private let content = Mutex(Content())

    var box: (any SharedRoot)? { content.withLock(\.box) }

    var wasUsed: Bool { content.withLock(\.wasUsed) }

    func put(_ box: any SharedRoot, isKept: Bool) {
      content.withLock { $0 = Content(box: box, kept: isKept ? box : nil, wasUsed: true) }
    }

    /// Returns the value at this place, if any. Call this only under the lock of the place.
    func found<Value>() -> Found<Value>? {
      guard let box else { return nil }
      if let box = box as? SharedBox<Value> { return .box(box) }
      return .other(box.valueType)
    }
  }

  private struct Entry: Sendable {
    let place = Place()
    /// The number of callers that are creating a value at this place.
    var pins = 0
  }

  private let entries = Mutex<[Key: Entry]>([:])
  private let keepsValues: Bool
  /// The values of a session, or `nil` if they're neither stored nor copies.
  private let sessionValues: (any SessionValueCollection)?
  /// The table whose values are copied, or `nil`.
  private let original: _SharedTable?

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - keepsValues: Whether to keep values that are no longer referenced.
  ///   - values: The collection to add values of a session to, before other code can access them.
  ///   - original: The table whose values are copied. A value has the same type in both tables.
  init(
    keepsValues: Bool, values: (any SessionValueCollection)? = nil, original: _SharedTable? = nil
  ) {
    self.keepsValues = keepsValues
    sessionValues = values
    self.original = original
  }

  /// The result of looking up a place.
  enum Found<Value> {
    case box(SharedBox<Value>)
    /// A value of another type.
    case other(Any.Type)
  }

  /// Returns the value of a key, and creates it if it doesn't exist.
  ///
  /// - Parameter make: Creates the value. Only the lock of the key is held while it runs. Its argument is a closure to
  ///   call when the value is deallocated.
  func box<Value>(
    for id: some Hashable & Sendable,
    orMake make: (_ onDeinit: (@Sendable () -> Void)?) throws -> SharedBox<Value>
  ) rethrows -> Found<Value> {
    let key = Key(id: id)
    let place = pin(key)
    defer { unpin(key) }
    return try place.lock.withLock {
      if let found: Found<Value> = place.found() { return found }
      if case .other(let type)? = original?.existingBox(for: id) as Found<Value>? {
        return .other(type)
      }
      let box = try make(keepsValues ? nil : cleaning(key, place))
      if let id = id as? SessionKeyID { sessionValues?.add(box, for: id.key) }
      place.put(box, isKept: keepsValues)
      return .box(box)
    }
  }

  /// Returns the value of a key, or `nil` if it doesn't exist.
  func existingBox<Value>(for id: some Hashable & Sendable) -> Found<Value>? {
    guard let place = place(of: id) else { return nil }
    return place.lock.withLock { place.found() }
  }

  /// Returns the value of a key with any type, or `nil` if it doesn't exist.
  func anyBox(for id: some Hashable & Sendable) -> (any SharedRoot & SharedParts)? {
    guard let place = place(of: id) else { return nil }
    return place.lock.withLock { place.box as? any SharedRoot & SharedParts }
  }

  private func place(of id: some Hashable & Sendable) -> Place? {
    let key = Key(id: id)
    return entries.withLock { $0[key]?.place }
  }

  private func pin(_ key: Key) -> Place {
    entries.withLock { entries in
      entries[key, default: Entry()].pins += 1
      return entries[key, default: Entry()].place
    }
  }

  /// Releases a pinned place, and removes it if no value could be created there.
  private func unpin(_ key: Key) {
    entries.withLock { entries in
      entries[key]?.pins -= 1
      if let entry = entries[key], entry.pins == 0, !entry.place.wasUsed { entries[key] = nil }
    }
  }

  /// Returns a closure that removes a place after its value was deallocated.
  ///
  /// A pinned place isn't removed. The caller that has pinned it creates a new value there, which is cleaned up later.
  private func cleaning(_ key: Key, _ place: Place) -> @Sendable () -> Void {
    { [weak self, weak place] in
      self?.entries.withLock { entries in
        guard let place, let entry = entries[key], entry.place === place, entry.pins == 0 else {
          return
        }
        entries[key] = nil
      }
    }
  }

  /// The number of values.
  var count: Int { entries.withLock(\.count) }
}
