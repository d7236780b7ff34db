import Foundation

/// A key for a piece of work, with which another system can avoid doing the work twice.
public struct IdempotencyKey: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The key as text, consisting of letters, digits, hyphens, and the appended parts.
  public let text: String

  /// Creates a key from a text, such as a key from another system or a key for a test.
  public init(_ text: String) {
    self.text = text
  }

  /// Creates a unique key.
  public init() {
    self.init(UUID().uuidString.lowercased())
  }

  /// Returns the key of a part of the work.
  public func appending(_ part: some CustomStringConvertible) -> IdempotencyKey {
    IdempotencyKey("\(text)-\(part)")
  }

  /// The key as text.
  public var description: String { text }
}

extension DependencyValues {
  /// The key of the work that an action starts.
  ///
  /// If a server is killed while it processes a form, it hasn't stored the changes. When the browser sends the
  /// form again, the server processes it again. State is stored either completely or not at all, but an effect
  /// may already have changed another system. The effect passes the same key again, so the other system can
  /// recognize the repeated request.
  ///
  /// ```swift
  /// case .saveButtonTapped:
  ///   return .run { [item = state.item] _ in
  ///     @Dependency(\.idempotencyKey) var key
  ///     try await payments.charge(item.price, key: key)
  ///   }
  /// ```
  /// Each action of a form has its own key. If an action starts several effects, or an effect with several
  /// requests, use ``IdempotencyKey/appending(_:)`` to distinguish them. Work that isn't caused by a form, such
  /// as a timer's, gets a new key each time. So does work in a test.
  public var idempotencyKey: IdempotencyKey {
    get { self[ActionKey.self] ?? IdempotencyKey() }
    set { self[ActionKey.self] = newValue }
  }

  /// The key of the action that's being processed, or `nil` if there isn't one.
  package var actionKey: IdempotencyKey? {
    get { self[ActionKey.self] }
    set { self[ActionKey.self] = newValue }
  }

  private enum ActionKey: DependencyKey {
    static var liveValue: IdempotencyKey? { nil }
    static var testValue: IdempotencyKey? { nil }
  }
}
