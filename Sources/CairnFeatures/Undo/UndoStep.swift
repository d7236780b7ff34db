import Foundation
import Synchronization

/// A value that an undo or a redo can restore, with its size in a stored state.
final class UndoStep<Value> {
  let value: Value
  /// The size in bytes of JSON, or -1 if it hasn't been measured yet.
  private let knownSize = Atomic(-1)

  init(_ value: Value) {
    self.value = value
  }
}

extension UndoStep: Sendable where Value: Sendable {}

extension UndoStep where Value: Encodable {
  /// Returns the size in bytes of JSON. Each step is measured once, because a state is stored after every
  /// change.
  func size(for encoder: any Encoder) throws -> Int {
    let known = knownSize.load(ordering: .relaxed)
    guard known < 0 else { return known }
    let json = JSONEncoder()
    // An encoder accepts `Sendable` values, but returns them as values of any type.
    json.userInfo = unsafeBitCast(
      encoder.userInfo, to: [CodingUserInfoKey: any Sendable].self)
    json.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let size = try json.encode([value]).count
    knownSize.store(size, ordering: .relaxed)
    return size
  }
}
