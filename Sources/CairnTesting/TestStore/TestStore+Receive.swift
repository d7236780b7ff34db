public import CairnCases
import CairnDependencies
import CustomDump

extension TestStore {
  /// Asserts that an effect sends an action, and how the state changes.
  ///
  /// In an exhaustive test, the action must be the first one that hasn't been asserted. Otherwise, the actions
  /// before the expected one are skipped.
  ///
  /// The method waits until the timeout, but only while effects are running. The timeout doesn't depend on the speed
  /// of the machine. See ``TestStore/timeout``.
  /// - Parameters:
  ///   - expected: The action to receive.
  ///   - timeout: The time to wait, or `nil` for ``TestStore/timeout``.
  ///   - assert: Changes the state from before the action to the expected state.
  public func receive(
    _ expected: Action, timeout: Duration? = nil,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      Expectation(
        isMet: { $0 == expected }, value: { expected },
        difference: { Self.difference(expected, $0) }),
      timeout, assert, TestLocation(fileID, filePath, line, column))
  }

  /// Asserts that an effect sends an action of a case with any payload, and how the state changes.
  public func receive<Path: CasePath>(
    _ expected: KeyPath<Action.Cases, Case<Path>>, timeout: Duration? = nil,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable, Path.Root == Action {
    let path = Action.cases[keyPath: expected]._path
    await receive(
      Expectation(
        name: "an action of the case '\(_caseName(of: Path.self))'",
        isMet: { path.extract(from: $0) != nil }),
      timeout, assert, TestLocation(fileID, filePath, line, column))
  }

  /// Asserts that an effect sends an action of a case with a payload, and how the state changes.
  public func receive<Path: CasePath>(
    _ expected: KeyPath<Action.Cases, Case<Path>>, _ value: Path.Value, timeout: Duration? = nil,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable, Path.Root == Action, Path.Value: Equatable {
    let path = Action.cases[keyPath: expected]._path
    await receive(
      Expectation(
        isMet: { path.extract(from: $0) == value }, value: { path.embed(value) },
        difference: { Self.difference(path.embed(value), $0) }),
      timeout, assert, TestLocation(fileID, filePath, line, column))
  }

  /// Asserts that an effect sends an action that satisfies a predicate, and how the state changes.
  public func receive(
    _ isExpected: @escaping (_ action: Action) -> Bool, timeout: Duration? = nil,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      Expectation(name: "an action that matches the predicate", isMet: isExpected), timeout, assert,
      TestLocation(fileID, filePath, line, column))
  }

  /// A condition for a received action, and its description in failures.
  @MainActor
  private struct Expectation {
    var name = "this action"
    let isMet: (Action) -> Bool
    var value: () -> Action? = { nil }
    var difference: (Action) -> String? = { _ in nil }

    /// The expected action as a paragraph, or an empty string if only its case or a predicate is known.
    var dump: String {
      value().map { "\n\n\(Record.list([$0]))" } ?? ""
    }
  }

  private func receive(
    _ expectation: Expectation, _ timeout: Duration?,
    _ assert: ((inout State) throws -> Void)?, _ location: TestLocation
  ) async {
    let timeout = timeout ?? self.timeout
    await waitForAction(timeout) { exhaustivity == .on || expectation.isMet($0) }
    if exhaustivity != .on { skipActions(before: expectation, at: location) }
    guard let received = record.received.first else {
      reportNothingReceived(expectation, timeout, at: location)
      return
    }
    guard expectation.isMet(received.action) else {
      reportOthersReceived(expectation, at: location)
      if exhaustivity == .on {
        record.received.removeFirst()
        state = received.following
      }
      return
    }
    record.received.removeFirst()
    let before = state
    expect(before, becomes: received.state, received.nextStackElement, assert, at: location)
    state = received.following
    await letEffectsRun()
  }

  private func waitForAction(_ timeout: Duration, _ isAwaited: (Action) -> Bool) async {
    record.runEffects()
    await arrivals.wait(for: timeout, on: dependencies.timeoutClock) {
      core.hasRunningEffects && !record.received.contains { isAwaited($0.action) }
    }
  }

  private func skipActions(before expectation: Expectation, at location: TestLocation) {
    guard let index = record.received.firstIndex(where: { expectation.isMet($0.action) }) else {
      return
    }
    let skipped = record.received[..<index]
    record.received.removeSubrange(..<index)
    guard let last = skipped.last else { return }
    state = last.following
    record.noteSkipped(skipped.map(\.action), "before receiving an action", at: location)
  }

  // MARK: Failures

  private static func difference(_ expected: Action, _ received: Action) -> String? {
    diff(expected, received, format: .proportional).map {
      "\($0)\n\n(Expected: −, Received: +)"
    }
  }

  private func reportNothingReceived(
    _ expectation: Expectation, _ timeout: Duration, at location: TestLocation
  ) {
    location.fail(
      core.hasRunningEffects
        ? """
        Expected to receive \(expectation.name), but received none within \(timeout).\(expectation.dump)

        Effects are still running. If they wait for a clock, advance the clock first. If they need more \
        time, pass a 'timeout' to 'receive'.
        """
        : """
        Expected to receive \(expectation.name), but received none, and no effect is running that could \
        send it.\(expectation.dump)
        """)
  }

  private func reportOthersReceived(_ expectation: Expectation, at location: TestLocation) {
    let actions = record.received.map(\.action)
    if exhaustivity == .on, let first = actions.first {
      let message =
        expectation.difference(first)
          ?? """
          Expected: \(expectation.name)\(expectation.dump)

          Received:

          \(Record.list([first]))
          """
      location.fail("Received an unexpected action.\n\n\(message)")
    } else {
      location.fail(
        """
        Expected to receive \(expectation.name).\(expectation.dump)

        Received only \(Record.count(actions.count, "other action")):

        \(Record.list(actions))
        """)
    }
  }
}
