extension DependencyValues {
  /// Starts work that nobody waits for. In a test it is waited for, so that what it does can be asserted.
  ///
  /// ```swift
  /// @Dependency(\.fireAndForget) var fireAndForget
  /// await fireAndForget { try await analytics.track("login") }
  /// ```
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

  private enum FireAndForgetKey: DependencyKey {
    static let liveValue = FireAndForget { priority, operation in
      Task(priority: priority) { try await operation() }
    }
    static let testValue = FireAndForget { priority, operation in
      try? await Task(priority: priority) { try await operation() }.value
    }
  }
}

/// Starts work that nobody waits for.
public struct FireAndForget: Sendable {
  private let start:
    @Sendable (
      _ priority: TaskPriority?, _ operation: @escaping @Sendable () async throws -> Void
    ) async -> Void

  /// - Parameter start: Starts work.
  public init(
    _ start:
      @escaping @Sendable (
        _ priority: TaskPriority?, _ operation: @escaping @Sendable () async throws -> Void
      ) async -> Void
  ) {
    self.start = start
  }

  /// Starts work. What it throws is dropped.
  public func callAsFunction(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    await start(priority, operation)
  }
}
