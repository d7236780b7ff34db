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
    /// The changed copies as they were when the draft was closed, or `nil` until then.
    var closed: [String: any SessionValueCopy]?
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
    let (copies, closed) = state.withLock { ($0.copies, $0.closed) }
    return closed ?? copies.filter { $0.value.isEdited }
  }

  /// Ends the draft. Later changes are neither stored nor copied to the session.
  /// - Parameter onLateChange: A closure that's called after each later change.
  package func close(onLateChange: @escaping @Sendable () -> Void) {
    // All changes are made in transactions, so each of them is either included or late.
    SharedTransaction.run {
      let closed = edited.mapValues { $0.snapshot() }
      state.withLock { state in
        state.closed = closed
        state.onLateChange = onLateChange
      }
    }
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

  /// The changed values as bytes, or the reason why they can't be stored.
  package enum Changes: Equatable, Sendable {
    /// The bytes of the changed values, by their keys. Values whose types aren't `Codable` aren't included.
    case values([String: [UInt8]])
    /// A changed value has also been changed in the session.
    case conflict
    /// The value of this key can't be encoded.
    case unwritable(key: String)
  }

  /// Returns the bytes of the changed values.
  ///
  /// - Parameter storage: The session's storage.
  package func changes(of storage: SessionStorage) -> Changes {
    guard let coded = storage.coded else { return .conflict }
    var changes: [String: [UInt8]] = [:]
    for (key, copy) in edited {
      guard coded.isUnchanged(key, since: beginning) else { return .conflict }
      guard copy.isCodable else { continue }
      guard let bytes = copy.encoded(for: coded) else { return .unwritable(key: key) }
      changes[key] = bytes
    }
    return .values(changes)
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

  /// Returns the copy with its current value, which doesn't change.
  func snapshot() -> any SessionValueCopy

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
  /// The version of the copy before it was changed, or `nil` if the copy is a snapshot of a changed one.
  private let version: Int?
  private let subscription: SharedSubscription?

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

  /// Creates a snapshot of a changed copy.
  private init(of copy: Self) {
    box = SharedBox(copy.box.content.value)
    key = copy.key
    initial = copy.initial
    version = nil
    subscription = nil
  }

  func snapshot() -> any SessionValueCopy { Self(of: self) }

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
