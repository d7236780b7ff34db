/// A state that a scene had: as a value, as bytes, or as both.
///
/// What a scene shows now is a value. Earlier states are hardly ever asked for, so those of a scene that was stored
/// stay bytes until they are. Used under the lock of its scene.
package final class RememberedState: Equatable {
  private var known: Any?
  /// The encoded state; `nil` if it hasn't been encoded.
  package private(set) var bytes: [UInt8]?
  private var holdsShared = false
  /// Whether the value has secrets, which belong to its own scene.
  private var isRedacted = false

  /// A state in memory.
  package init(_ state: Any) {
    known = state
  }

  /// A state that was stored.
  package init(stored bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The state, as the beginning of another scene; `nil` if it can't be read completely.
  ///
  /// One that leads to shared values is read from its bytes each time, as they were then: scenes share nothing.
  /// - Parameter coder: The application's coder; `nil` if its state isn't `Codable`.
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

  /// The bytes of the state, which are made once; `nil` if the state isn't `Codable`.
  /// - Parameter coder: The application's coder; `nil` if its state isn't `Codable`.
  package func encoded(by coder: StateCoder?) throws -> [UInt8]? {
    if let bytes { return bytes }
    guard let coder, let known else { return nil }
    let made = try coder.encode(known)
    bytes = made.bytes
    holdsShared = made.holdsShared
    isRedacted = made.isRedacted
    return made.bytes
  }

  /// Keeps the bytes alone if there are some.
  package func compact() {
    if bytes != nil { known = nil }
  }

  package static func == (one: RememberedState, other: RememberedState) -> Bool {
    one === other || one.bytes != nil && one.bytes == other.bytes
  }
}
