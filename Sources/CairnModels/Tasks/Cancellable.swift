/// Something of a model that goes on until it is cancelled: a task, or a group of them.
///
/// ```swift
/// func searchTapped() {
///   task { state.results = try await search(state.query) }
///     .cancel(for: SearchID.self, cancelInFlight: true)
/// }
/// ```
/// All of it is cancelled when the model goes.
public struct Cancellable: Hashable, Sendable {
  let operation: ModelOperation

  /// Cancels it.
  public func cancel() {
    operation.cancel()
  }

  /// Lets it be cancelled by a key, with `cancelAll(for:)` of the same model.
  /// - Parameter cancelInFlight: Whether what the model has under the key already is cancelled.
  @discardableResult
  public func cancel(for key: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    operation.register(CancellationKey(key), cancelInFlight: cancelInFlight)
    return self
  }

  /// Lets it be cancelled by a type, with `cancelAll(for:)` of the same model.
  /// - Parameter cancelInFlight: Whether what the model has under the type already is cancelled.
  @discardableResult
  public func cancel(for type: any Any.Type, cancelInFlight: Bool = false) -> Self {
    operation.register(CancellationKey(type), cancelInFlight: cancelInFlight)
    return self
  }

  /// Cancels what the model has begun at the same place in the source.
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

/// What operations of one model are cancelled by: a value, a type, or a place in the source.
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
/// `@unchecked Sendable`: it is made of one that is.
private struct SendableHashable: Hashable, @unchecked Sendable {
  private let base: AnyHashable

  init(_ base: some Hashable & Sendable) {
    self.base = AnyHashable(base)
  }
}
