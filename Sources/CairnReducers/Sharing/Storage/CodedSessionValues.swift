import CairnFeatures
import Synchronization

/// The values of a session as bytes, by their keys, for code that stores them outside the process.
///
/// The bytes of undeclared keys are kept unchanged. Application code isn't called while a lock of this class is held.
package final class CodedSessionValues: SessionValueCollection {
  /// A reason why a value couldn't be stored or restored.
  package enum Problem: Hashable, Sendable {
    /// The type of the value isn't `Codable`.
    case notCodable(key: String, type: String)
    /// The value couldn't be encoded.
    case unwritable(key: String, type: String)
    /// The bytes can't be decoded as the type, so the default is used.
    case unreadable(key: String, type: String)
  }

  /// A declared value of any type.
  private struct Declaration: Sendable {
    let value: any DeclaredSessionValue
    /// The value's version when it was declared.
    let version: UInt64
    /// The subscription of a value that isn't `Codable`. Other values have their own.
    var subscription: SharedSubscription?
  }

  private struct State: Sendable {
    var values: [String: any CodedSessionValue] = [:]
    /// All declared values, also those whose types aren't `Codable`.
    var declared: [String: Declaration] = [:]
    /// The stored bytes of each key.
    var bytes: [String: [UInt8]] = [:]
    /// The number of times that ``bytes`` was replaced.
    var generation = 0
  }

  /// The texts that users entered in secure fields of the session's scenes.
  ///
  /// The session has its own list because each scene has the values of all scenes. In addition, values are also stored
  /// when code of a scene isn't running.
  private let secrets = SecretTexts()
  private let state = Mutex(State())
  private let changed = Atomic(0)
  private let onChange: @Sendable () -> Void
  private let onProblem: @Sendable (Problem) -> Void

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - onChange: A closure that's called after each change of a value, also if its type isn't `Codable`, possibly under
  ///     the lock of the scene that made it.
  ///   - onProblem: A closure that's called for each value that's left out.
  package init(
    onChange: @escaping @Sendable () -> Void, onProblem: @escaping @Sendable (Problem) -> Void
  ) {
    self.onChange = onChange
    self.onProblem = onProblem
  }

  /// The number of changes. If it's unchanged, the bytes are unchanged too.
  package var changes: Int { changed.load(ordering: .acquiring) }

  /// Returns all values as bytes, without values that can't be encoded.
  package func encoded() -> [String: [UInt8]] {
    var (all, values) = state.withLock { ($0.bytes, $0.values) }
    for (key, value) in values {
      do {
        all[key] = try value.encoded(leavingOut: secrets)
      } catch {
        all[key] = nil
        onProblem(.unwritable(key: key, type: value.type))
      }
    }
    return all
  }

  /// Returns the stored value of a key, or `nil` if there is none or its type isn't `Codable`.
  /// - Throws: A `DecodingError` if the value can't be decoded.
  func value<Value>(of key: String) throws -> Value? {
    try state.withLock { $0.bytes[key] }.flatMap { try Self.decodedValue(from: $0) }
  }

  /// Decodes a value from its bytes, or returns `nil` if its type isn't `Codable`.
  static func decodedValue<Value>(from bytes: [UInt8]) throws -> Value? {
    guard let type = Value.self as? any (Decodable & Encodable).Type else { return nil }
    return try decoded(type, from: bytes) as? Value
  }

  /// Redacts a text from everything that's encoded after this call. A value that already equals the text is kept.
  func protect(_ secret: Secret) {
    secrets.add(secret) {
      encoded().map { key, bytes in
        [UInt8(ascii: "{")] + SecretTexts.json(key) + [UInt8(ascii: ":")] + bytes
          + [UInt8(ascii: "}")]
      }
    }
  }

  /// Sets the values from bytes. A key without bytes gets its default.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of each key.
  ///   - kept: The keys whose values aren't changed.
  package func replace(by bytes: [String: [UInt8]], keeping kept: Set<String> = []) {
    let values = state.withLock { state in
      state.bytes = bytes
      state.generation += 1
      return state.values
    }
    for (key, value) in values where !kept.contains(key) { apply(to: value, of: key) }
  }

  /// Adds the value of a key that's declared for the first time, before other code can access it.
  func add<Value>(_ box: SharedBox<Value>, for key: String) {
    guard let value = box.coded(key: key) else {
      onProblem(.notCodable(key: key, type: "\(Value.self)"))
      return declare(box, for: key, box.subscribe { [weak self] in self?.onChange() })
    }
    let isStored = state.withLock { state in
      state.values[key] = value
      return state.bytes[key] != nil
    }
    if isStored { apply(to: value, of: key) }
    declare(box, for: key)
    changed.add(1, ordering: .releasing)
    value.follow { [weak self] in
      guard let self else { return }
      changed.add(1, ordering: .releasing)
      onChange()
    }
  }

  private func declare<Value>(
    _ box: SharedBox<Value>, for key: String, _ subscription: SharedSubscription? = nil
  ) {
    let declaration = Declaration(value: box, version: box.version, subscription: subscription)
    state.withLock { $0.declared[key] = declaration }
  }

  /// Sets a key's value from its bytes. If the bytes are replaced in the meantime, the latest bytes are used.
  private func apply(to value: any CodedSessionValue, of key: String) {
    while true {
      let (bytes, generation) = state.withLock { ($0.bytes[key], $0.generation) }
      if !value.replace(by: bytes) { onProblem(.unreadable(key: key, type: value.type)) }
      if state.withLock(\.generation) == generation { return }
    }
  }

  // MARK: Drafts

  /// Returns the values at this moment.
  ///
  /// They include changes of submissions that are being processed, as for the scenes of the session. If such a change is
  /// taken back, a draft that has changed the same value is a conflict.
  func moment() -> SessionValueMoment {
    let (declared, bytes) = state.withLock { ($0.declared, $0.bytes) }
    return SessionValueMoment(declared: declared.mapValues(\.value.declared), bytes: bytes)
  }

  /// Returns whether the value of a key is the same as at an earlier moment.
  func isUnchanged(_ key: String, since moment: SessionValueMoment) -> Bool {
    let (declaration, bytes) = state.withLock { ($0.declared[key], $0.bytes[key]) }
    if let earlier = moment.declared[key] {
      return declaration?.value.version == UInt64(earlier.version)
    }
    // If the value was declared since then, it may also have been changed.
    let isOriginal = declaration.map { $0.value.version == $0.version } ?? true
    return isOriginal && bytes == moment.bytes[key]
  }

  /// Returns a copy of a value as bytes, or `nil` if it can't be encoded.
  func encoded<Value>(_ copy: SharedBox<Value>, for key: String) -> [UInt8]? {
    try? copy.coded(key: key)?.encoded(leavingOut: secrets)
  }

  /// Reports that a value couldn't be stored or restored.
  func report(_ problem: Problem) { onProblem(problem) }
}
