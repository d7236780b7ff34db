extension DependencyValues {
  /// Starts work without waiting for it. In a test, it does wait, so that the test can assert the results.
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

/// A function that starts work without waiting for it.
public struct FireAndForget: Sendable {
  private let start:
    @Sendable (
      _ priority: TaskPriority?, _ operation: @escaping @Sendable () async throws -> Void
    ) async -> Void

  /// Creates a function that starts work.
  /// - Parameter start: Starts the work.
  public init(
    _ start:
      @escaping @Sendable (
        _ priority: TaskPriority?, _ operation: @escaping @Sendable () async throws -> Void
      ) async -> Void
  ) {
    self.start = start
  }

  /// Starts work, and ignores its errors.
  /// - Parameters:
  ///   - priority: The priority of the work's task.
  ///   - operation: The work.
  public func callAsFunction(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    await start(priority, operation)
  }
}
