public import CairnDependencies

extension TestStore {
  /// Asserts a part of a test with another exhaustivity.
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

  /// Runs a part of a test with another exhaustivity.
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

  /// Runs a part of a test with other dependencies.
  ///
  /// ```swift
  /// await store.withDependencies {
  ///   $0.mailer.send = { _ in throw Offline() }
  /// } operation: {
  ///   await store.send(.sendButtonTapped)
  ///   await store.receive(\.sendingFailed)
  /// }
  /// ```
  /// They hold for the actions that are processed in it, and for the effects of these. Afterwards the
  /// dependencies are what they were before.
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

  /// Runs a part of a test that waits with other dependencies.
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
