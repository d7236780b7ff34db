import CairnFeatures
import Synchronization

/// The values of a session as bytes, by their keys: for who keeps them beyond the process.
///
/// A key that nothing declares keeps its bytes as they are. Nothing here calls what an author wrote
/// under a lock of its own.
package final class CodedSessionValues: Sendable {
  /// What can not be kept, or not be read.
  package enum Problem: Hashable, Sendable {
    /// The type of the value has no encoding.
    case notCodable(key: String, type: String)
    /// The value could not be encoded.
    case unwritable(key: String, type: String)
    /// The bytes are no value of the type (any more): the default is used.
    case unreadable(key: String, type: String)
  }

  private struct State: Sendable {
    var values: [String: any CodedSessionValue] = [:]
    /// What was put in for each key.
    var bytes: [String: [UInt8]] = [:]
    /// Counts how often ``bytes`` were replaced.
    var generation = 0
  }

  /// The texts that were typed into secure fields of the session's scenes. Its own, because values are also stored
  /// when no code of a scene runs, and because each scene has the values of all.
  private let secrets = SecretTexts()
  private let state = Mutex(State())
  private let changed = Atomic(0)
  private let onChange: @Sendable () -> Void
  private let onProblem: @Sendable (Problem) -> Void

  /// - Parameters:
  ///   - onChange: Called after each change of a value, maybe under the lock of the scene that made it.
  ///   - onProblem: Called with what is left out.
  package init(
    onChange: @escaping @Sendable () -> Void, onProblem: @escaping @Sendable (Problem) -> Void
  ) {
    self.onChange = onChange
    self.onProblem = onProblem
  }

  /// Counts changes: where it is the same as before, so are the bytes.
  package var changes: Int { changed.load(ordering: .acquiring) }

  /// All values as bytes, without those that have no encoding.
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

  /// Redacts a text from everything encoded after this call. A value that already equals it is kept.
  func protect(_ secret: String) {
    secrets.add(secret) {
      encoded().map { key, bytes in
        [UInt8(ascii: "{")] + SecretTexts.json(key) + [UInt8(ascii: ":")] + bytes
          + [UInt8(ascii: "}")]
      }
    }
  }

  /// Makes bytes the values; a key without bytes gets its default.
  /// - Parameter kept: The keys whose values stay as they are.
  package func replace(by bytes: [String: [UInt8]], keeping kept: Set<String> = []) {
    let values = state.withLock { state in
      state.bytes = bytes
      state.generation += 1
      return state.values
    }
    for (key, value) in values where !kept.contains(key) { apply(to: value, of: key) }
  }

  /// Takes in the value of a key that is declared for the first time, before anybody has it.
  func add<Value>(_ box: SharedBox<Value>, for key: String) {
    guard let value = box.coded(key: key) else {
      return onProblem(.notCodable(key: key, type: "\(Value.self)"))
    }
    let isStored = state.withLock { state in
      state.values[key] = value
      return state.bytes[key] != nil
    }
    if isStored { apply(to: value, of: key) }
    changed.add(1, ordering: .releasing)
    value.follow { [weak self] in
      guard let self else { return }
      changed.add(1, ordering: .releasing)
      onChange()
    }
  }

  /// Makes the bytes of a key its value; those that came last, where others come meanwhile.
  private func apply(to value: any CodedSessionValue, of key: String) {
    while true {
      let (bytes, generation) = state.withLock { ($0.bytes[key], $0.generation) }
      if !value.replace(by: bytes) { onProblem(.unreadable(key: key, type: value.type)) }
      if state.withLock(\.generation) == generation { return }
    }
  }
}
