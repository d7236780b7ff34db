public import CairnCases
public import CairnDependencies
public import CairnReducers
import CustomDump
import IssueReporting

/// Runs a feature under a test that asserts all it does.
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) { Counter() }
/// await store.send(.incrementButtonTapped) { $0.count = 1 }
/// await store.receive(\.numberFact) { $0.fact = "1 is a number" }
/// ```
/// By default the test is exhaustive: a state change, a received action or an effect that it does not
/// assert fails it, at the line where it was overlooked.
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// The state as it was asserted so far.
  public private(set) var state: State

  /// How much the test has to assert.
  public var exhaustivity: Exhaustivity {
    get { record.exhaustivity }
    set { record.exhaustivity = newValue }
  }

  /// How long ``receive(_:timeout:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)`` and
  /// ``finish(timeout:fileID:filePath:line:column:)`` wait: one second.
  public var timeout: Duration = .seconds(1)

  /// The dependencies of the feature and its effects.
  public var dependencies: DependencyValues {
    get { core.dependencies }
    set { core.dependencies = newValue }
  }

  private let core: TestCore<State, Action>
  private let record: TestRecord<State, Action>
  private var isSending = false
  private var stateAfterSend: State?
  private let arrivals = Arrivals()

  /// A store for a test.
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Sets what the feature needs. A live dependency that is used and not set
  ///     fails the test.
  public init<R: Reducer>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    let core = withDependencies {
      $0.context = .test
      prepareDependencies(&$0)
    } operation: {
      TestCore(
        RootCore(
          initialState: initialState(), reducer: reducer(),
          dependencies: DependencyValues._current, isolation: MainActorIsolation.shared))
    }
    self.core = core
    state = core.state
    record = TestRecord(
      core: core, creation: TestLocation(fileID, filePath, line, column))
    core.observe { [weak self] action, state in
      MainActor.assumeIsolated { self?.note(action, state) }
    }
  }

  // Not an isolated one: in that no task local is to be seen, so a failure would belong to no test.
  deinit {
    let record = record
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { record.end() }
    } else {
      Task { @MainActor in record.end() }
    }
  }

  private typealias Record = TestRecord<State, Action>

  private func takeReceived() {
    if let last = record.takeReceived() { state = last }
  }

  private func note(_ action: Action, _ state: State) {
    if isSending {
      isSending = false
      stateAfterSend = state
    } else {
      record.received.append((action, state))
      arrivals.signal()
    }
  }

  // MARK: Sending

  /// Sends an action, as a view would, and asserts how the state changes.
  /// - Parameter assert: Changes the state before the action into the one that is expected after it.
  @discardableResult
  public func send(
    _ action: Action, assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    let location = TestLocation(fileID, filePath, line, column)
    if !record.received.isEmpty {
      let actions = record.received.map(\.action)
      if exhaustivity == .on {
        location.fail(
          """
          Must handle \(Record.count(actions.count, "received action")) before sending an action:

          \(Record.list(actions))

          Assert them with 'await store.receive(...)' first.
          """)
      } else {
        record.noteSkipped(actions, "before sending an action", at: location)
      }
      takeReceived()
    }
    let before = state
    isSending = true
    let number = core.numberOfActions + 1
    record.sends.append((number, location))
    let task = core.send(action)
    isSending = false
    let after = stateAfterSend ?? core.state
    stateAfterSend = nil
    expect(before, becomes: after, assert, at: location)
    state = after
    for _ in 0..<10 { await Task.yield() }
    return TestStoreTask(task: task, timeout: timeout)
  }

  /// Sends the action of a case without a payload, as in `send(\.counter.incrementButtonTapped)`.
  @discardableResult
  public func send<Path: CasePath>(
    _ action: KeyPath<Action.Cases, Case<Path>>,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask
  where Action: CasePathable, Path.Root == Action, Path.Value == Void {
    await send(
      Action.cases[keyPath: action].path.embed(()), assert: assert, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Sends the action of a case with its payload, as in `send(\.binding.name, "Keyboard")`.
  @discardableResult
  public func send<Path: CasePath>(
    _ action: KeyPath<Action.Cases, Case<Path>>, _ value: Path.Value,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask where Action: CasePathable, Path.Root == Action {
    await send(
      Action.cases[keyPath: action].path.embed(value), assert: assert, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  // MARK: Receiving

  /// Asserts that an effect sends an action, and how the state changes.
  public func receive(
    _ expected: Action, timeout: Duration? = nil,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where Action: Equatable {
    await receive(
      matching: { $0 == expected },
      mismatch: { actual in
        let difference = diff(expected, actual, format: .proportional)
        return difference.map { "\n\n\($0)\n\n(Expected: −, Received: +)" } ?? ""
      },
      timeout, assert, TestLocation(fileID, filePath, line, column))
  }

  /// Asserts that an effect sends an action of a case, whatever its payload.
  public func receive<Path: CasePath>(
    _ expected: KeyPath<Action.Cases, Case<Path>>, timeout: Duration? = nil,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable, Path.Root == Action {
    let path = Action.cases[keyPath: expected].path
    await receive(
      matching: { path.extract(from: $0) != nil }, mismatch: Self.dumpReceived, timeout, assert,
      TestLocation(fileID, filePath, line, column))
  }

  /// Asserts that an effect sends an action of a case with a payload.
  public func receive<Path: CasePath>(
    _ expected: KeyPath<Action.Cases, Case<Path>>, _ value: Path.Value, timeout: Duration? = nil,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where Action: CasePathable, Path.Root == Action, Path.Value: Equatable {
    let path = Action.cases[keyPath: expected].path
    await receive(
      matching: { path.extract(from: $0) == value }, mismatch: Self.dumpReceived, timeout, assert,
      TestLocation(fileID, filePath, line, column))
  }

  /// Asserts that an effect sends an action for which a test is true.
  public func receive(
    _ isExpected: (_ action: Action) -> Bool, timeout: Duration? = nil,
    assert: ((_ state: inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(
      matching: isExpected, mismatch: Self.dumpReceived, timeout, assert,
      TestLocation(fileID, filePath, line, column))
  }

  private static func dumpReceived(_ action: Action) -> String {
    var text = ""
    customDump(action, to: &text)
    return "\n\nReceived:\n\(text)"
  }

  private func receive(
    matching isExpected: (Action) -> Bool, mismatch: (Action) -> String, _ timeout: Duration?,
    _ assert: ((inout State) throws -> Void)?, _ location: TestLocation
  ) async {
    let timeout = timeout ?? self.timeout
    let deadline = ContinuousClock.now.advanced(by: timeout)
    while !record.received.contains(where: { exhaustivity == .on || isExpected($0.action) }) {
      guard core.hasRunningEffects else { break }
      guard await arrivals.wait(until: deadline) else { break }
    }
    if exhaustivity != .on, let index = record.received.firstIndex(where: { isExpected($0.action) })
    {
      if index > 0 {
        let skipped = record.received[..<index]
        record.received.removeSubrange(..<index)
        if let last = skipped.last { state = last.state }
        record.noteSkipped(skipped.map(\.action), "before receiving an action", at: location)
      }
    }
    guard let (action, after) = record.received.first else {
      location.fail(
        core.hasRunningEffects
          ? """
          Expected to receive an action, but none came within \(timeout).

          Effects still run: if they wait for a clock, advance it before; if they need longer, give \
          'receive' a 'timeout:'.
          """
          : """
          Expected to receive an action, but none came, and no effect runs that could send one.
          """)
      return
    }
    guard isExpected(action) else {
      location.fail(
        "Received an action that is not the expected one.\(mismatch(action))")
      if exhaustivity == .on {
        record.received.removeFirst()
        state = after
      }
      return
    }
    record.received.removeFirst()
    let before = state
    expect(before, becomes: after, assert, at: location)
    state = after
  }

  // MARK: Asserting

  /// Asserts the state as it is now, without an action.
  public func assert(
    _ assert: @escaping (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let location = TestLocation(fileID, filePath, line, column)
    var expected = state
    do { try assert(&expected) } catch { location.fail("The assertion threw an error: \(error)") }
    reportDifference(expected: expected, actual: state, at: location)
  }

  private func expect(
    _ before: State, becomes after: State, _ assert: ((inout State) throws -> Void)?,
    at location: TestLocation
  ) {
    var expected = exhaustivity == .on ? before : after
    if let assert {
      do { try assert(&expected) } catch {
        location.fail("The assertion threw an error: \(error)")
        return
      }
      if exhaustivity == .on, expected == before, after == before {
        location.fail(
          """
          Expected the state to change, but no change was made to it by the assertion nor by the \
          action.

          Remove the closure where nothing should change.
          """)
        return
      }
    }
    if exhaustivity != .on {
      if case .off(true) = exhaustivity {
        var asserted = before
        try? assert?(&asserted)
        if let difference = stateDifference(asserted, after) {
          location.note("Not asserted:\n\n\(difference)\n\n(Asserted: −, Actual: +)")
        }
      }
    }
    reportDifference(expected: expected, actual: after, at: location)
  }

  private func reportDifference(expected: State, actual: State, at location: TestLocation) {
    guard expected != actual else { return }
    let difference =
      stateDifference(expected, actual)
      ?? "The two print alike, and '==' says that they differ."
    location.fail(
      "A state change does not match expectation: …\n\n\(difference)\n\n(Expected: −, Actual: +)")
  }

  /// The difference of two states, where presented properties go by their own names rather than by
  /// those of their wrappers.
  private func stateDifference(_ first: State, _ second: State) -> String? {
    diff(first, second, format: .proportional)?
      .replacing(/(?m)^([ \u{2007}−+]*)\$(\w+:)/) { "\($0.1)\($0.2)" }
  }

  // MARK: Ending

  /// Waits for all effects to end; fails where actions wait that were not received.
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = TestLocation(fileID, filePath, line, column)
    record.checkReceivedActions(at: location)
    takeReceived()
    let timeout = timeout ?? self.timeout
    let deadline = ContinuousClock.now.advanced(by: timeout)
    while core.hasRunningEffects {
      if ContinuousClock.now >= deadline {
        location.fail(
          """
          Expected all effects to end within \(timeout), but some still run.

          If they wait for a clock, advance it before. If they live as long as the feature does, \
          cancel them first.
          """)
        return
      }
      await Task.yield()
    }
    record.checkReceivedActions(at: location)
    takeReceived()
  }

  /// Takes the actions that wait as received, with the state after them.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let location = TestLocation(fileID, filePath, line, column)
    for _ in 0..<10 { await Task.yield() }
    guard !record.received.isEmpty else {
      if strict { location.fail("There were no received actions to skip.") }
      return
    }
    record.noteSkipped(
      record.received.map(\.action), "with 'skipReceivedActions'", at: location)
    takeReceived()
  }

  /// Cancels the effects that run, and waits until they have ended.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    guard core.hasRunningEffects else {
      if strict {
        TestLocation(fileID, filePath, line, column).fail("There were no running effects to skip.")
      }
      return
    }
    core.cancelAll()
    for _ in 0..<10 { await Task.yield() }
  }
}
