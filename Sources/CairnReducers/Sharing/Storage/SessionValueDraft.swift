import CairnFeatures
import Synchronization

/// Copies of a session's values for a request that may change them.
///
/// The copies have the values of the moment at which the draft was created. Changes of the session after that moment
/// don't affect them, and their changes don't affect the session until they're copied to it.
///
/// A value is only copied to the session if the session's own value is still the one of that moment. Otherwise, one of
/// two changes would be lost.
package final class SessionValueDraft: SessionValueCollection {
  private struct State: Sendable {
    var copies: [String: any SessionValueCopy] = [:]
    var onLateChange: (@Sendable () -> Void)?
  }

  /// The session's storage.
  let source: SessionStorage
  private let beginning: SessionValueMoment
  private let state = Mutex(State())

  /// Creates a draft with the current values of a storage.
  package init(of storage: SessionStorage) {
    source = storage
    beginning = storage.coded?.moment() ?? SessionValueMoment()
  }

  /// Whether a value was changed.
  package var isEdited: Bool { !edited.isEmpty }

  private var edited: [String: any SessionValueCopy] {
    state.withLock(\.copies).filter { $0.value.isEdited }
  }

  /// Calls a closure after each further change. Call this when changes are no longer copied to the session.
  package func close(onLateChange: @escaping @Sendable () -> Void) {
    state.withLock { $0.onLateChange = onLateChange }
  }

  // MARK: Declarations

  func add<Value>(_ box: SharedBox<Value>, for key: String) {
    let initial = box.content
    do {
      if let value: Value = try beginning.value(of: key) { _ = box.take(value) }
    } catch {
      source.coded?.report(.unreadable(key: key, type: "\(Value.self)"))
    }
    let subscription = box.subscribe { [weak self] in
      self?.state.withLock(\.onLateChange)?()
    }
    let copy = SessionValueBoxCopy(box, of: key, initial, subscription)
    state.withLock { $0.copies[key] = copy }
  }

  func value<Value>(of key: String) throws -> Value? { try beginning.value(of: key) }

  func protect(_ secret: Secret) { source.protect(secret) }

  // MARK: Changes

  /// Returns the bytes of the changed values, by their keys. The bytes are `nil` if a value can't be encoded. Values
  /// whose types aren't `Codable` aren't included.
  ///
  /// - Parameter storage: The session's storage.
  /// - Returns: `nil` if a changed value has also been changed in the storage.
  package func changes(of storage: SessionStorage) -> [String: [UInt8]?]? {
    guard let coded = storage.coded else { return nil }
    var changes: [String: [UInt8]?] = [:]
    for (key, copy) in edited {
      guard coded.isUnchanged(key, since: beginning) else { return nil }
      guard copy.isCodable else { continue }
      changes.updateValue(copy.encoded(for: coded), forKey: key)
    }
    return changes
  }

  /// Copies the changed values to a session.
  ///
  /// - Parameter storage: The session's storage.
  /// - Returns: Whether values were replaced that have also been changed in the storage.
  package func copyChanges(to storage: SessionStorage) -> Bool {
    guard let coded = storage.coded else { return false }
    let edited = edited
    // Values are declared first, because that takes a lock that must be taken before the one of the transaction.
    let steps = edited.values.compactMap { $0.copying(to: storage._table) }
    return SharedTransaction.run {
      let isOverlap = edited.keys.contains { !coded.isUnchanged($0, since: beginning) }
      for step in steps { step() }
      return isOverlap
    }
  }
}

/// A copy of a session value of any type.
private protocol SessionValueCopy: Sendable {
  /// Whether the copy was changed.
  var isEdited: Bool { get }
  var isCodable: Bool { get }

  /// Returns the copy as bytes, or `nil` if it can't be encoded.
  func encoded(for coded: CodedSessionValues) -> [UInt8]?

  /// Declares the value in a table, and returns a closure that replaces it. Returns `nil` if it has another type there.
  func copying(to table: _SharedTable) -> (() -> Void)?
}

private struct SessionValueBoxCopy<Value>: SessionValueCopy {
  private let box: SharedBox<Value>
  private let key: String
  /// The value to use as the default.
  private let initial: SharedBox<Value>.Content
  /// The version of the copy before it was changed.
  private let version: Int
  private let subscription: SharedSubscription

  init(
    _ box: SharedBox<Value>, of key: String, _ initial: SharedBox<Value>.Content,
    _ subscription: SharedSubscription
  ) {
    self.box = box
    self.key = key
    self.initial = initial
    version = box.content.version
    self.subscription = subscription
  }

  var isEdited: Bool { box.content.version != version }

  var isCodable: Bool { Value.self is any (Decodable & Encodable).Type }

  func encoded(for coded: CodedSessionValues) -> [UInt8]? { coded.encoded(box, for: key) }

  func copying(to table: _SharedTable) -> (() -> Void)? {
    let found: _SharedTable.Found<Value> = table.box(for: SessionKeyID(key: key)) {
      SharedBox(initial.value, keyName: .session(key), onDeinit: $0)
    }
    guard case .box(let target) = found else { return nil }
    return { _ = target.take(box.content.value) }
  }
}
