import CairnDependencies

extension Effect {
  /// The effect after a pause, in which no other one comes under the same id.
  ///
  /// ```swift
  /// case .queryChanged:
  ///   return .run { [query = state.query] send in await send(.response(search(query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300))
  /// ```
  /// Of the effects that come while one waits, only the latest runs; it cancels the one before, also
  /// where that has begun. The id is one of
  /// ``cancellable(id:cancelInFlight:)``, so `cancel(id:)` reaches what waits.
  /// - Parameters:
  ///   - id: The id: any value, commonly a case of a private enum.
  ///   - interval: How long the pause is.
  ///   - clock: What measures it; without one, the feature's `\.continuousClock`.
  public func debounce(
    id: some Hashable, for interval: Duration, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    guard operation != nil else { return .none }
    let pause = Self(
      operation: .pause(
        interval, clock: clock,
        location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)))
    return .concatenate(pause, self).cancellable(id: id, cancelInFlight: true)
  }
}

extension EffectOperation {
  /// Waits, by the clock that is given or by that of the effect's dependencies.
  static func pause(
    _ interval: Duration, clock: (any Clock<Duration>)?, location: _IssueLocation,
    dependencies: DependencyValues? = .ofReducer
  ) -> RunOperation<Action> {
    RunOperation(
      priority: nil,
      operation: { _ in
        let clock = clock ?? DependencyValues._current.continuousClock
        try await clock.amongDependencies.sleep(for: interval)
      },
      handler: nil, location: location, dependencies: dependencies)
  }
}
