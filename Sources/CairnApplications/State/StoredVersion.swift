/// The differences between this version of an application and the one that has stored the state of a scene.
///
/// During a deployment, servers of both versions read and write the same scenes. Use this under the scene's lock.
final class StoredVersion {
  /// The result of decoding a state.
  struct Attempt {
    /// The state, or `nil` if it couldn't be decoded at all.
    let decoded: DecodedState?
    /// The path of a member whose absence has caused a loss, or `nil` if there is none.
    let missing: [any CodingKey]?
  }

  /// A new state of this version, if stored states lack some of its members.
  private var new: JSONValue?
  private var unknown = UnknownMembers()

  /// The maximum number of missing members that are completed.
  private static let limit = 64

  /// Decodes a state. Members that it lacks are those of the new state, if there is one.
  func decoded(_ bytes: [UInt8], by decode: ([UInt8]) -> Attempt) -> DecodedState? {
    complete(decode(bytes), of: bytes, by: decode)
  }

  private func complete(
    _ attempt: Attempt, of bytes: [UInt8], by decode: ([UInt8]) -> Attempt
  ) -> DecodedState? {
    guard attempt.missing != nil, let new, var state = try? JSONValue(bytes: bytes) else {
      return attempt.decoded
    }
    var attempt = attempt
    for _ in 0..<Self.limit {
      guard let path = attempt.missing, let completed = state.adding(path[...], of: new) else {
        break
      }
      state = completed
      attempt = decode(state.bytes)
    }
    return attempt.decoded
  }

  /// Decodes the state with which a scene continues, and keeps its unknown members for later states.
  /// - Parameters:
  ///   - makeNew: Returns a new state, encoded. It's called if the stored state lacks a member.
  ///   - encode: Encodes a decoded state.
  func adopt(
    _ bytes: [UInt8], new makeNew: () -> [UInt8]?, by decode: ([UInt8]) -> Attempt,
    encode: (Any) -> [UInt8]?
  ) -> DecodedState? {
    unknown = UnknownMembers()
    new = nil
    let attempt = decode(bytes)
    if attempt.missing != nil { new = makeNew().flatMap { try? JSONValue(bytes: $0) } }
    let decoded = complete(attempt, of: bytes, by: decode)
    guard let decoded, decoded.isWhole, let known = encode(decoded.state),
      attempt.missing != nil || !Self.haveEqualBytes(known, bytes),
      let stored = try? JSONValue(bytes: bytes), let known = try? JSONValue(bytes: known)
    else { return decoded }
    unknown = UnknownMembers(of: stored, besides: known)
    return decoded
  }

  /// Returns whether two encodings have the same bytes, in any order. This is almost always the case for states of the
  /// same version, and much faster than a comparison of the values. The order of members differs between processes.
  private static func haveEqualBytes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var counts = [Int](repeating: 0, count: 256)
    for byte in one { counts[Int(byte)] += 1 }
    for byte in other { counts[Int(byte)] -= 1 }
    return counts.allSatisfy { $0 == 0 }
  }

  /// Returns an encoded state with the unknown members.
  func adding(to bytes: [UInt8]) -> [UInt8] {
    guard !unknown.isEmpty, var state = try? JSONValue(bytes: bytes) else { return bytes }
    unknown.add(to: &state)
    return state.bytes
  }
}
