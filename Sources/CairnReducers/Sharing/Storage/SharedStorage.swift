import CairnDependencies
import Foundation
import Synchronization

/// Holds shared values by their keys.
///
/// `@unchecked Sendable`: what changes is under locks.
public class SharedStorage: @unchecked Sendable {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let id: AnyHashable
  }

  /// The place of a key. `pins` is under the table's lock, the boxes are under the place's own.
  private final class Place: @unchecked Sendable {
    let lock = NSRecursiveLock()
    weak var box: AnyObject?
    var kept: AnyObject?
    var pins = 0

    /// What is there. To be read under the place's lock.
    func found<Value>() -> Found<Value>? {
      guard let box else { return nil }
      if let box = box as? SharedBox<Value> { return .box(box) }
      return .other((box as? any AnySharedBox)?.valueType ?? type(of: box))
    }
  }

  /// `@unchecked Sendable`: ids of keys are `Sendable`, which an `AnyHashable` does not say.
  private struct Places: @unchecked Sendable {
    var all: [Key: Place] = [:]
  }

  private let places = Mutex(Places())
  private let keepsValues: Bool

  /// - Parameter keepsValues: Whether a value stays when nobody has hold of it.
  init(keepsValues: Bool) {
    self.keepsValues = keepsValues
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
    let key = Key(type: ObjectIdentifier(type(of: id)), id: AnyHashable(id))
    let place = pin(key)
    defer { unpin(place) }
    return place.lock.withLock {
      if let found: Found<Value> = place.found() { return found }
      let box = make(keepsValues ? nil : cleaning(key, place))
      prepare(box, for: id)
      place.box = box
      if keepsValues { place.kept = box }
      return .box(box)
    }
  }

  /// Called with a value that was made, under its key's lock, before anybody has it.
  func prepare<Value>(_ box: SharedBox<Value>, for id: some Hashable & Sendable) {}

  /// The value of a key; nil where there is none.
  func existingBox<Value>(for id: some Hashable & Sendable) -> Found<Value>? {
    let key = Key(type: ObjectIdentifier(type(of: id)), id: AnyHashable(id))
    guard let place = places.withLock({ $0.all[key] }) else { return nil }
    return place.lock.withLock { place.found() }
  }

  /// The value of a key, whatever its type; nil where there is none.
  func anyBox(for id: some Hashable & Sendable) -> (any SharedParts)? {
    let key = Key(type: ObjectIdentifier(type(of: id)), id: AnyHashable(id))
    guard let place = places.withLock({ $0.all[key] }) else { return nil }
    return place.lock.withLock { place.box as? any SharedParts }
  }

  private func pin(_ key: Key) -> Place {
    places.withLock { places in
      let place = places.all[key] ?? Place()
      places.all[key] = place
      place.pins += 1
      return place
    }
  }

  private func unpin(_ place: Place) {
    places.withLock { _ in place.pins -= 1 }
  }

  /// Removes a place whose value is gone. Who has it pinned makes a new value there, which cleans up in
  /// its turn.
  private func cleaning(_ key: Key, _ place: Place) -> @Sendable () -> Void {
    let key = UncheckedKey(key: key)
    return { [weak self, weak place] in
      guard let self else { return }
      places.withLock { places in
        guard let place, places.all[key.key] === place, place.pins == 0 else { return }
        places.all[key.key] = nil
      }
    }
  }

  /// `@unchecked Sendable`: see ``Places``.
  private struct UncheckedKey: @unchecked Sendable {
    let key: Key
  }

  /// How many values there are.
  package var count: Int { places.withLock { $0.all.count } }
}

/// A box with the type of its value put away.
private protocol AnySharedBox {
  var valueType: Any.Type { get }
}

extension SharedBox: AnySharedBox {
  fileprivate var valueType: Any.Type { Value.self }
}

extension DependencyValues {
  /// Where the values of keys are that keep them elsewhere, as in a file.
  var sharedStorage: SharedStorage {
    get { self[SharedStorageKey.self] }
    set { self[SharedStorageKey.self] = newValue }
  }

  private enum SharedStorageKey: DependencyKey {
    static var liveValue: SharedStorage { SharedStorage(keepsValues: false) }
    static var testValue: SharedStorage { SharedStorage(keepsValues: false) }
  }
}
