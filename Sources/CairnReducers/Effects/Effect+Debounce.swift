import CairnDependencies

extension Effect {
  /// Delays this effect until no other effect with the same ID has arrived for a period of time.
  ///
  /// ```swift
  /// case .queryChanged:
  ///   return .run { [query = state.query] send in await send(.response(search(query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300))
  /// ```
  ///
  /// Each new effect cancels the previous one with the same ID, even if that effect is already running. Only the latest
  /// effect therefore runs. The ID works as it does in ``cancellable(id:cancelInFlight:)``, so `cancel(id:)` also
  /// cancels a delayed effect.
  ///
  /// - Parameters:
  ///   - id: The ID. It can be any value, and is usually a case of a private enum.
  ///   - interval: The length of the delay.
  ///   - clock: The clock that measures the delay. The default is the feature's `\.continuousClock`.
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
  /// Returns an operation that waits, using the given clock or the `\.continuousClock` of the effect's dependencies.
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
