import Foundation

/// Names a piece of work, so that another system does it once however often it is asked for.
public struct IdempotencyKey: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The key as text: letters, digits and hyphens, and what was appended.
  public let text: String

  /// A key that was given elsewhere, or one for a test.
  public init(_ text: String) {
    self.text = text
  }

  /// A key that nobody else has.
  public init() {
    self.init(UUID().uuidString.lowercased())
  }

  /// The key of a part of the work.
  public func appending(_ part: some CustomStringConvertible) -> IdempotencyKey {
    IdempotencyKey("\(text)-\(part)")
  }

  public var description: String { text }
}

extension DependencyValues {
  /// The key of the work that an action begins.
  ///
  /// A server that is killed while it works on a form has not stored what the form did, and does it
  /// again when the browser repeats the form. State is stored wholly or not at all, but what an effect
  /// did to another system stays: with this key, which is then the same, that system can tell.
  ///
  /// ```swift
  /// case .saveButtonTapped:
  ///   return .run { [item = state.item] _ in
  ///     @Dependency(\.idempotencyKey) var key
  ///     try await payments.charge(item.price, key: key)
  ///   }
  /// ```
  /// Each action of a form has its own key. Where an action begins several effects, or one that does
  /// several things, ``IdempotencyKey/appending(_:)`` tells them apart. What an effect does by itself,
  /// such as a timer, and what a test does has a new key each time.
  public var idempotencyKey: IdempotencyKey {
    get { self[ActionKey.self] ?? IdempotencyKey() }
    set { self[ActionKey.self] = newValue }
  }

  /// The key of the action that is worked on; nil where there is none.
  package var actionKey: IdempotencyKey? {
    get { self[ActionKey.self] }
    set { self[ActionKey.self] = newValue }
  }

  private enum ActionKey: DependencyKey {
    static var liveValue: IdempotencyKey? { nil }
    static var testValue: IdempotencyKey? { nil }
  }
}
