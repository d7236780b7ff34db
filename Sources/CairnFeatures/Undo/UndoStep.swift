import Foundation
import Synchronization

/// A value that an undo or a redo can restore, and its size in a stored state.
final class UndoStep<Value> {
  let value: Value
  /// The size as JSON in bytes, or -1 until it was measured.
  private let knownSize = Atomic(-1)

  init(_ value: Value) {
    self.value = value
  }
}

extension UndoStep: Sendable where Value: Sendable {}

extension UndoStep where Value: Encodable {
  /// The size as JSON in bytes. Each step is measured once, because a state is stored after every change.
  func size(for encoder: any Encoder) throws -> Int {
    let known = knownSize.load(ordering: .relaxed)
    guard known < 0 else { return known }
    let json = JSONEncoder()
    // An encoder takes sendable values, and hands them out as values of any type.
    json.userInfo = unsafeBitCast(
      encoder.userInfo, to: [CodingUserInfoKey: any Sendable].self)
    json.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let size = try json.encode([value]).count
    knownSize.store(size, ordering: .relaxed)
    return size
  }
}
