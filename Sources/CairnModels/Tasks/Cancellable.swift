/// A task or a group of tasks that a model has started, which you can cancel.
///
/// ```swift
/// func searchTapped() {
///   task { state.results = try await search(state.query) }
///     .cancel(for: SearchID.self, cancelInFlight: true)
/// }
/// ```
/// Everything that a model has started is canceled when the model is removed.
public struct Cancellable: Hashable, Sendable {
  let operation: ModelOperation

  /// Cancels the task or the group.
  public func cancel() {
    operation.cancel()
  }

  /// Adds a key, so that `cancelAll(for:)` of the model can cancel the work.
  /// - Parameters:
  ///   - key: The key.
  ///   - cancelInFlight: Whether to cancel the model's earlier work with this key.
  @discardableResult
  public func cancel(for key: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    operation.register(CancellationKey(key), cancelInFlight: cancelInFlight)
    return self
  }

  /// Adds a type as a key, so that `cancelAll(for:)` of the model can cancel the work.
  /// - Parameters:
  ///   - type: The type.
  ///   - cancelInFlight: Whether to cancel the model's earlier work with this type.
  @discardableResult
  public func cancel(for type: any Any.Type, cancelInFlight: Bool = false) -> Self {
    operation.register(CancellationKey(type), cancelInFlight: cancelInFlight)
    return self
  }

  /// Cancels earlier work that the model has started at the same source location.
  @discardableResult
  public func cancelInFlight(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Self {
    operation.register(
      CancellationKey(fileID: fileID, line: line, column: column), cancelInFlight: true)
    return self
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.operation === rhs.operation }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(operation)) }
}

/// The key for canceling operations of one model. It's a value, a type, or a source location.
struct CancellationKey: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    case value(SendableHashable)
    case type(ObjectIdentifier)
    case place(String, line: UInt, column: UInt)
  }

  private let kind: Kind

  init(_ key: some Hashable & Sendable) {
    kind = .value(SendableHashable(key))
  }

  init(_ type: any Any.Type) {
    kind = .type(ObjectIdentifier(type))
  }

  init(fileID: StaticString, line: UInt, column: UInt) {
    kind = .place("\(fileID)", line: line, column: column)
  }
}

/// A hashable value of any type.
///
/// `@unchecked Sendable`: It contains a `Sendable` value.
private struct SendableHashable: Hashable, @unchecked Sendable {
  private let base: AnyHashable

  init(_ base: some Hashable & Sendable) {
    self.base = AnyHashable(base)
  }
}
