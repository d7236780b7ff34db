public import CairnDependencies

extension TestStore {
  /// Runs a synchronous part of a test with another exhaustivity.
  ///
  /// ```swift
  /// store.withExhaustivity(.off) {
  ///   store.assert { $0.count = 3 }
  /// }
  /// ```
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Runs an asynchronous part of a test with another exhaustivity.
  ///
  /// ```swift
  /// await store.withExhaustivity(.off) {
  ///   await store.send(.signInButtonTapped)
  ///   await store.receive(\.signedIn)
  /// }
  /// ```
  @discardableResult
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try await operation()
  }

  /// Runs a synchronous part of a test with other dependencies.
  ///
  /// ```swift
  /// await store.withDependencies {
  ///   $0.mailer.send = { _ in throw Offline() }
  /// } operation: {
  ///   await store.send(.sendButtonTapped)
  ///   await store.receive(\.sendingFailed)
  /// }
  /// ```
  /// The dependencies apply to the actions that are processed during `operation`, and to the effects of those
  /// actions. Afterward, the previous dependencies are restored.
  @discardableResult
  public func withDependencies<Result>(
    _ update: (_ dependencies: inout DependencyValues) throws -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    let previous = dependencies
    defer { dependencies = previous }
    try update(&dependencies)
    return try operation()
  }

  /// Runs an asynchronous part of a test with other dependencies.
  ///
  /// The dependencies apply to the actions that are processed during `operation`, and to the effects of those
  /// actions. Afterward, the previous dependencies are restored.
  @discardableResult
  public func withDependencies<Result>(
    _ update: (_ dependencies: inout DependencyValues) throws -> Void,
    operation: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let previous = dependencies
    defer { dependencies = previous }
    try update(&dependencies)
    return try await operation()
  }
}
