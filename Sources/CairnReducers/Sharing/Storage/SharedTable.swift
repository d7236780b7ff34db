import Foundation
import Synchronization

/// The values of a ``SharedStorage``, by their keys.
public final class _SharedTable: Sendable {
  /// An ID, which equals another one only if the types are the same.
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

  /// What is at a key. The lock is held while a value is made.
  private final class Place: Sendable {
    private struct Content: Sendable {
      weak var box: (any SharedRoot)?
      var kept: (any SharedRoot)?
    }

    let lock = NSRecursiveLock()
    private let content = Mutex(Content())

    var box: (any SharedRoot)? { content.withLock(\.box) }

    func put(_ box: any SharedRoot, isKept: Bool) {
      content.withLock { $0 = Content(box: box, kept: isKept ? box : nil) }
    }

    /// What is there. To be read under the place's lock.
    func found<Value>() -> Found<Value>? {
      guard let box else { return nil }
      if let box = box as? SharedBox<Value> { return .box(box) }
      return .other((box as? any AnySharedBox)?.valueType ?? type(of: box))
    }
  }

  private struct Entry: Sendable {
    let place = Place()
    /// How many are making a value there.
    var pins = 0
  }

  private let entries = Mutex<[Key: Entry]>([:])
  private let keepsValues: Bool
  /// The values of a session as bytes, for who keeps them beyond the process; nil where nobody does.
  private let coded: CodedSessionValues?

  /// - Parameters:
  ///   - keepsValues: Whether a value stays when nobody has hold of it.
  ///   - coded: Where values of a session are noted, by their keys, before anybody has them.
  init(keepsValues: Bool, coded: CodedSessionValues? = nil) {
    self.keepsValues = keepsValues
    self.coded = coded
  }

  /// What was found at a place.
  enum Found<Value> {
    case box(SharedBox<Value>)
    /// A value of another type.
    case other(Any.Type)
  }

  /// The value of a key; made where there is none.
  /// - Parameter make: Makes it, under the key's lock and no other. It is given what to do at its end.
  func box<Value>(
    for id: some Hashable & Sendable,
    orMake make: (_ onDeinit: (@Sendable () -> Void)?) -> SharedBox<Value>
  ) -> Found<Value> {
    let key = Key(id: id)
    let place = pin(key)
    defer { unpin(key) }
    return place.lock.withLock {
      if let found: Found<Value> = place.found() { return found }
      let box = make(keepsValues ? nil : cleaning(key, place))
      if let coded, let id = id as? SessionKeyID { coded.add(box, for: id.key) }
      place.put(box, isKept: keepsValues)
      return .box(box)
    }
  }

  /// The value of a key; nil where there is none.
  func existingBox<Value>(for id: some Hashable & Sendable) -> Found<Value>? {
    guard let place = place(of: id) else { return nil }
    return place.lock.withLock { place.found() }
  }

  /// The value of a key, whatever its type; nil where there is none.
  func anyBox(for id: some Hashable & Sendable) -> (any SharedParts)? {
    guard let place = place(of: id) else { return nil }
    return place.lock.withLock { place.box as? any SharedParts }
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

  private func unpin(_ key: Key) {
    entries.withLock { $0[key]?.pins -= 1 }
  }

  /// Removes a place whose value is gone. Who has it pinned makes a new value there, which cleans up in
  /// its turn.
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

  /// How many values there are.
  var count: Int { entries.withLock(\.count) }
}

/// A box with the type of its value put away.
private protocol AnySharedBox {
  var valueType: Any.Type { get }
}

extension SharedBox: AnySharedBox {
  fileprivate var valueType: Any.Type { Value.self }
}
