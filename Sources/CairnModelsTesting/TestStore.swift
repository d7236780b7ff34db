public import CairnDependencies
public import CairnModels
import Foundation
import Synchronization

/// A store whose test must assert every change of the state, every event, and the end of every task.
///
/// ```swift
/// let store = TestStore<AppModel>(initialState: .init()) {
///   $0.factClient.fetch = { "\($0) is a good number." }
/// }
/// @TestModel var appModel = store.model
///
/// appModel.addButtonTapped()
/// await $appModel.counters.assert([.init(id: id)])
/// ```
/// Anything that wasn't asserted fails the test when the store and its ``TestModel``s are released, or in
/// ``finish(timeout:)``. ``exhaustivity`` determines what must be asserted.
///
/// You can use the store from any task. The tasks of its models run one at a time, in the order in which they
/// become ready. The results are therefore the same each time.
public final class TestStore<M: Model>: Sendable {
  let scope: TestScope<M>

  /// Creates a store for a test.
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - exhaustivity: The kinds of events that must be asserted.
  ///   - dependencies: Overrides dependencies. If a dependency with only a live value is read, the test fails.
  public init(
    initialState: M.State, exhaustivity: Exhaustivity = .full,
    dependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    scope = TestScope(
      initialState, exhaustivity, dependencies, TestLocation(fileID, filePath, line, column))
  }

  /// The model of the whole state. It's activated when it's first used.
  public var model: M { scope.probe.store.model }

  /// The current state of all models.
  public var state: M.State { scope.probe.state }

  /// The kinds of events that must be asserted from now on.
  public var exhaustivity: Exhaustivity {
    get { scope.exhaustivity }
    set { scope.exhaustivity = newValue }
  }

  /// Changes dependencies during the test.
  public func withDependencies(_ update: (inout DependencyValues) -> Void) {
    scope.probe.change(update)
  }

  /// Waits for tasks to end, and reports everything that wasn't asserted.
  ///
  /// A test that ends without this call makes the same checks, but blocks its thread in the meantime. Work on
  /// the test's actor then can't end.
  /// - Parameter timeout: The maximum time to wait for tasks. Time counts in full only while the process has nothing to
  ///   do, so a correct test also passes on a slow or loaded machine. The clock is the dependency
  ///   ``/CairnDependencies/DependencyValues/timeoutClock``.
  public nonisolated(nonsending) func finish(timeout: Duration = .seconds(1)) async {
    _ = await scope.wait(for: timeout) { scope.probe.runningTasks.isEmpty }
    scope.check()
  }
}

/// A test of any type of model.
protocol AnyTest: AnyObject, Sendable {
  var record: TestRecord { get }
  var exhaustivity: Exhaustivity { get }
  /// The clock that measures time limits.
  var timeoutClock: any Clock<Duration> { get }
  /// The last asserted state of the whole store.
  var anyExpected: Any { get }

  /// Returns whether a state equals the current state of the whole store.
  func isActual(_ root: Any) -> Bool

  /// Records the current state after a change.
  func noteState()

  /// Makes the current state the asserted one, after an assertion at a location.
  func expectActual(at location: TestLocation)

  /// Returns how a state of the whole store differs from the current one.
  func difference(_ root: Any) -> String
}

extension AnyTest {
  /// Waits until a condition is true, by default for as long as an assertion waits.
  /// - Returns: Whether the condition was true before the time was over.
  nonisolated(nonsending) func wait(
    for timeout: Duration = patience, until condition: () -> Bool
  ) async -> Bool {
    await record.wait(for: timeout, on: timeoutClock, until: condition)
  }
}

/// The maximum time that an assertion waits.
let patience = Duration.seconds(1)

/// A test, which ends when its store and all its models have been released.
final class TestScope<M: Model>: AnyTest {
  private struct State: Sendable {
    var exhaustivity: Exhaustivity
    /// The last asserted state.
    var expected: M.State
    /// The states since the last assertion, if transitions must be asserted.
    var passed: [M.State] = []
    var isChecked = false
  }

  let probe: StoreProbe<M>
  let record: TestRecord
  private let state: Mutex<State>
  private let creation: TestLocation

  init(
    _ initialState: M.State, _ exhaustivity: Exhaustivity,
    _ dependencies: ((inout DependencyValues) -> Void)?, _ creation: TestLocation
  ) {
    let isolation = TestIsolation()
    record = TestRecord(isolation)
    probe = StoreProbe(initialState, isolation: isolation, dependencies: dependencies)
    state = Mutex(State(exhaustivity: exhaustivity, expected: initialState))
    self.creation = creation
    record.begin(self)
    probe.observe(record)
  }

  deinit {
    guard !state.withLock(\.isChecked) else { return }
    if exhaustivity.contains(.tasks) {
      record.standStill(for: patience) { probe.runningTasks.isEmpty }
    }
    check()
  }

  var exhaustivity: Exhaustivity {
    get { state.withLock(\.exhaustivity) }
    set { state.withLock { $0.exhaustivity = newValue } }
  }

  var timeoutClock: any Clock<Duration> { probe.dependencies.timeoutClock }

  var expected: M.State {
    get { state.withLock(\.expected) }
    set { state.withLock { $0.expected = newValue } }
  }

  var anyExpected: Any { expected }

  func isActual(_ root: Any) -> Bool { root as? M.State == probe.state }

  func noteState() {
    guard exhaustivity.contains(.transitions) else { return }
    let current = probe.state
    state.withLock { $0.passed.append(current) }
  }

  func expectActual(at location: TestLocation) {
    let actual = probe.state
    let passed = state.withLock { state in
      defer {
        state.expected = actual
        state.passed = []
      }
      return [state.expected] + state.passed + [actual]
    }
    guard exhaustivity.contains(.transitions) else { return }
    let flickers = Flicker.all(in: passed)
    guard !flickers.isEmpty else { return }
    location.fail(
      """
      The state changed and was reverted before the test asserted the change:

      \(flickers.map { "  \($0)" }.joined(separator: "\n"))

      If users should see the change, assert it before it's reverted. Otherwise, combine both changes \
      with 'transaction'.
      """)
  }

  func difference(_ root: Any) -> String {
    guard let root = root as? M.State else { return "" }
    return CairnModelsTesting.difference(expected: root, actual: probe.state)
  }

  /// Reports everything that wasn't asserted by the end of the test.
  func check() {
    state.withLock { $0.isChecked = true }
    let exhaustivity = exhaustivity
    if exhaustivity.contains(.state), probe.state != expected {
      creation.fail(
        """
        The state changed, but the test didn't assert the change: …

        \(difference(expected))

        Assert it with the 'assert' method of a '@TestModel'.
        """)
    }
    if exhaustivity.contains(.events), !record.events.isEmpty {
      let events = record.events.map { "\(dumped($0.value))\n    from \($0.sender)" }
      creation.fail(
        """
        \(events.count == 1 ? "An event was" : "\(events.count) events were") sent that the test \
        didn't receive:

        \(events.joined(separator: "\n\n"))

        Receive each event with the 'receive' method of its sender's '@TestModel'.
        """)
    }
    let tasks = probe.runningTasks
    if exhaustivity.contains(.tasks), !tasks.isEmpty {
      creation.fail(
        """
        \(tasks.count == 1 ? "A task was" : "\(tasks.count) tasks were") still running at the end \
        of the test:

        \(tasks.map { "  \($0)" }.joined(separator: "\n"))

        If a task waits for a clock, advance the clock before the end of the test. If a task runs until \
        its model is removed, start it in 'onActivate()', or cancel it.
        """)
    }
    // Report each failure only once.
    expectActual(at: creation)
    record.forgetEvents()
  }
}
