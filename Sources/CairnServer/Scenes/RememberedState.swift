/// A state that a scene had: as a value, as bytes, or as both.
///
/// What a scene shows now is a value. What it showed before is mostly never asked for again, so of a
/// scene that was stored it stays bytes until it is. Used under the lock of its scene.
final class RememberedState {
  private let coder: StateCoder?
  private var known: Any?
  private var bytes: [UInt8]?
  private var holdsShared = false
  /// Whether the value has secrets, which belong to its own scene.
  private var isRedacted = false

  /// A state that is at hand.
  init(_ state: Any, coder: StateCoder?) {
    known = state
    self.coder = coder
  }

  /// A state that was stored.
  init(stored bytes: [UInt8], coder: StateCoder) {
    self.bytes = bytes
    self.coder = coder
  }

  /// The state, to be the beginning of another scene; nil where it can not be read whole any more.
  ///
  /// One that leads to shared values is read from its bytes each time, as they were then: scenes share
  /// nothing.
  var value: Any? {
    if bytes == nil, coder != nil { _ = try? encoded() }
    if let known, !holdsShared, !isRedacted { return known }
    guard let decoded = bytes.flatMap({ coder?.decode($0) }), decoded.isWhole else { return nil }
    holdsShared = decoded.holdsShared
    if !holdsShared {
      known = decoded.state
      isRedacted = false
    }
    return decoded.state
  }

  /// The bytes of the state, which are made once; nil where the state is not `Codable`.
  func encoded() throws -> [UInt8]? {
    if let bytes { return bytes }
    guard let coder, let known else { return nil }
    let made = try coder.encode(known)
    bytes = made.bytes
    holdsShared = made.holdsShared
    isRedacted = made.isRedacted
    return made.bytes
  }

  /// Keeps the bytes alone, where there are some.
  func compact() {
    if bytes != nil { known = nil }
  }
}
