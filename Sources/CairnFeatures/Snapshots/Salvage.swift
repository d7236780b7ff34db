import Synchronization

/// Decodes as much as possible of a state.
///
/// The state may have been stored by another version of the application, with another structure. If
/// presented state can't be decoded, it's removed together with everything above it. If an element of a stack
/// can't be decoded, it's removed together with the elements after it. The result is therefore the lower part
/// of the layers. Without a `Salvage`, decoding such a state throws an error.
///
/// ```swift
/// let salvage = Salvage()
/// decoder.userInfo[.salvage] = salvage
/// let state = try decoder.decode(State.self, from: data)
/// salvage.hasLost  // Whether a part of the state was lost.
/// ```
package final class Salvage: Sendable {
  private struct State: Sendable {
    var hasLost = false
    var missing: [any CodingKey]?
  }

  private let state = Mutex(State())

  package init() {}

  /// Whether a part of the state couldn't be decoded.
  package var hasLost: Bool { state.withLock(\.hasLost) }

  /// The path of the first member whose absence has caused a loss, or `nil` if there is none.
  package var missing: [any CodingKey]? { state.withLock(\.missing) }

  fileprivate func lose(because error: any Error) {
    state.withLock { state in
      state.hasLost = true
      state.missing = state.missing ?? (error as? DecodingError)?.missingMember
    }
  }
}

extension DecodingError {
  /// The path of the member that is missing, or `nil` for other errors.
  package var missingMember: [any CodingKey]? {
    guard case .keyNotFound(let key, let context) = self else { return nil }
    return context.codingPath + [key]
  }
}

extension CodingUserInfoKey {
  /// The key of a decoder's ``Salvage``.
  package static let salvage = CodingUserInfoKey(rawValue: "cairn.salvage")!

  /// The key that determines whether an encoder includes everything that a scene needs to continue.
  ///
  /// The value is `true` for a snapshot, and `false` for a state that's encoded only to be compared.
  package static let isSnapshot = CodingUserInfoKey(rawValue: "cairn.snapshot")!
}

/// A value, or `nil` if the decoder's ``Salvage`` removed it.
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
      salvage.lose(because: error)
      value = nil
    }
  }
}
