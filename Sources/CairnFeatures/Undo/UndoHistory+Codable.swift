/// Encodes as many steps as fit in the history's maximum size, beginning with the newest steps to undo.
///
/// The steps to redo follow, if there's space left. The steps are plain JSON, so the server removes secrets
/// from them as from the rest of a state. If a step can't be decoded anymore, such as after a deploy, it's
/// dropped with all steps beyond it.
extension UndoHistory: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: UndoHistoryKey.self)
    // A state that's encoded only to be compared doesn't include the history.
    guard encoder.userInfo[.isSnapshot] as? Bool != false else { return }
    try container.encode(maxSteps, forKey: .maxSteps)
    try container.encode(maxBytes, forKey: .maxBytes)
    var bytes = maxBytes
    try encode(past, forKey: .undo, to: &container, within: &bytes, of: encoder)
    try encode(future, forKey: .redo, to: &container, within: &bytes, of: encoder)
  }

  private func encode(
    _ steps: [UndoStep<Value>], forKey key: UndoHistoryKey,
    to container: inout KeyedEncodingContainer<UndoHistoryKey>, within bytes: inout Int,
    of encoder: any Encoder
  ) throws {
    var first = steps.endIndex
    while first > steps.startIndex {
      let size = try steps[first - 1].size(for: encoder)
      guard size <= bytes else {
        bytes = 0
        break
      }
      bytes -= size
      first -= 1
    }
    guard first < steps.endIndex else { return }
    try container.encode(steps[first...].map(\.value), forKey: key)
  }
}

extension UndoHistory: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: UndoHistoryKey.self)
    let empty = Self()
    self.init(
      maxSteps: try container.decodeIfPresent(Int.self, forKey: .maxSteps) ?? empty.maxSteps,
      maxBytes: try container.decodeIfPresent(Int.self, forKey: .maxBytes) ?? empty.maxBytes)
    past = try Self.steps(container, .undo)
    future = try Self.steps(container, .redo)
  }

  private static func steps(
    _ container: KeyedDecodingContainer<UndoHistoryKey>, _ key: UndoHistoryKey
  ) throws -> [UndoStep<Value>] {
    let steps = try container.decodeIfPresent([ReadableStep].self, forKey: key) ?? []
    return steps.reversed().prefix { $0.value != nil }.reversed()
      .compactMap { $0.value.map { UndoStep($0) } }
  }

  /// A step, or `nil` if it can't be decoded.
  private struct ReadableStep: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
  }
}

private enum UndoHistoryKey: String, CodingKey {
  case maxSteps, maxBytes, undo, redo
}

extension KeyedDecodingContainer {
  /// Decodes a history. If the state was stored before it had a history, the result is empty.
  public func decode<Value: Decodable>(
    _ type: UndoHistory<Value>.Type, forKey key: Key
  ) throws -> UndoHistory<Value> {
    try decodeIfPresent(type, forKey: key) ?? UndoHistory()
  }
}
