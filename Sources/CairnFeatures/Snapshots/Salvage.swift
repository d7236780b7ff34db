import Synchronization

/// Decodes of a state what still can be decoded.
///
/// The state of a program's earlier version may have had another shape. What is presented and can not be
/// decoded any more is then taken away, with all above it, and so is an element of a stack with those
/// after it: what is left is the beginning of the pile. Without it decoding fails as a whole.
///
/// ```swift
/// let salvage = Salvage()
/// decoder.userInfo[.salvage] = salvage
/// let state = try decoder.decode(State.self, from: data)
/// salvage.hasLost  // whether something was taken away
/// ```
package final class Salvage: Sendable {
  private let lost = Atomic(false)

  package init() {}

  /// Whether something could not be decoded.
  package var hasLost: Bool { lost.load(ordering: .relaxed) }

  fileprivate func lose() { lost.store(true, ordering: .relaxed) }
}

extension CodingUserInfoKey {
  /// The ``Salvage`` of a decoder.
  package static let salvage = CodingUserInfoKey(rawValue: "cairn.salvage")!

  /// Whether what is encoded is a snapshot: `true` for what goes on from exactly there.
  package static let isSnapshot = CodingUserInfoKey(rawValue: "cairn.snapshot")!
}

/// A value, or nil where the decoder's ``Salvage`` took it away.
package struct Salvaged<Value: Decodable>: Decodable {
  package let value: Value?

  package init(from decoder: any Decoder) throws {
    guard let salvage = decoder.userInfo[.salvage] as? Salvage else {
      value = try Value(from: decoder)
      return
    }
    do {
      value = try Value(from: decoder)
    } catch {
      salvage.lose()
      value = nil
    }
  }
}
