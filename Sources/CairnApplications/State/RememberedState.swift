/// A past or present state of a scene, as a value, as bytes, or both.
///
/// The current state is a value. Past states are rarely needed, so the past states of a stored scene are only decoded
/// on demand. Use this under the scene's lock.
package final class RememberedState: Equatable {
  private var known: Any?
  /// The encoded state, or `nil` if it hasn't been encoded.
  package private(set) var bytes: [UInt8]?
  private var holdsShared = false
  /// Whether the value has secrets, which belong to its own scene.
  private var isRedacted = false

  /// Creates a state from its value.
  package init(_ state: Any) {
    known = state
  }

  /// Creates a state from its stored bytes.
  package init(stored bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the state as the initial state of another scene, or `nil` if it can't be read completely.
  ///
  /// Scenes don't share values. A state with shared values is therefore decoded each time, with the values that were
  /// encoded.
  /// - Parameter coder: The application's coder, or `nil` if its state isn't `Codable`.
  package func value(by coder: StateCoder?) -> Any? {
    if bytes == nil, coder != nil { _ = try? encoded(by: coder) }
    if let known, !holdsShared, !isRedacted { return known }
    guard let decoded = bytes.flatMap({ coder?.decode($0) }), decoded.isWhole else { return nil }
    holdsShared = decoded.holdsShared
    if !holdsShared {
      known = decoded.state
      isRedacted = false
    }
    return decoded.state
  }

  /// Returns the encoded state, or `nil` if the state isn't `Codable`. The state is encoded only once.
  /// - Parameter coder: The application's coder, or `nil` if its state isn't `Codable`.
  package func encoded(by coder: StateCoder?) throws -> [UInt8]? {
    if let bytes { return bytes }
    guard let coder, let known else { return nil }
    let made = try coder.encode(known)
    bytes = made.bytes
    holdsShared = made.holdsShared
    isRedacted = made.isRedacted
    return made.bytes
  }

  /// Discards the value if there are bytes.
  package func compact() {
    if bytes != nil { known = nil }
  }

  package static func == (one: RememberedState, other: RememberedState) -> Bool {
    one === other || one.bytes != nil && one.bytes == other.bytes
  }
}
