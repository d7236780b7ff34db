public import CairnDependencies
public import CairnModels
import Foundation
import Synchronization

/// A store whose test has to say what happens in it: every change of the state, every event, the end of
/// every task.
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
/// What was not asserted fails the test when the store and its ``TestModel``s go, or at ``finish()``.
/// ``exhaustivity`` says what has to be.
///
/// It can be used from any task. The tasks of its models run one at a time, in the order in which they
/// become ready, so that a test comes out the same each time.
public final class TestStore<M: Model>: Sendable {
  let scope: TestScope<M>

  /// A store under test.
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - exhaustivity: What has to be asserted.
  ///   - dependencies: Overrides dependencies. One that is read, and has a live value only, fails the
  ///     test.
  public init(
    initialState: M.State, exhaustivity: Exhaustivity = .full,
    dependencies: ((inout DependencyValues) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    scope = TestScope(
      initialState, exhaustivity, dependencies, TestLocation(fileID, filePath, line, column))
  }

  /// The model of the whole state. It is activated when it is asked for the first time.
  public var model: M { scope.probe.store.model }

  /// The state of all models, as it is now.
  public var state: M.State { scope.probe.state }

  /// What has to be asserted from now on.
  public var exhaustivity: Exhaustivity {
    get { scope.exhaustivity }
    set { scope.exhaustivity = newValue }
  }

  /// Changes dependencies midway.
  public func withDependencies(_ update: (inout DependencyValues) -> Void) {
    scope.probe.change(update)
  }

  /// Waits a second, at most, for tasks to end, and fails for what was not asserted.
  ///
  /// A test that ends without it does the same, but stands still meanwhile: work on the actor that the
  /// test is on can not end then.
  public nonisolated(nonsending) func finish(timeout: Duration = .seconds(1)) async {
    _ = await scope.record.wait(for: timeout) { scope.probe.runningTasks.isEmpty }
    scope.check()
  }
}

/// What a test is, whatever its model is.
protocol AnyTest: AnyObject, Sendable {
  var record: TestRecord { get }
  var exhaustivity: Exhaustivity { get }
  /// The state of the whole store that the test knows of.
  var anyExpected: Any { get }

  /// Whether the states are the same.
  func isActual(_ root: Any) -> Bool

  /// Notes what the state is, which has changed.
  func noteState()

  /// Makes what is what the test knows of, after an assertion at a location.
  func expectActual(at location: TestLocation)

  /// How a state of the whole store differs from the one that is.
  func difference(_ root: Any) -> String
}

/// A test, until its store and all its models are gone.
final class TestScope<M: Model>: AnyTest {
  private struct State: Sendable {
    var exhaustivity: Exhaustivity
    /// The state as far as it was asserted.
    var expected: M.State
    /// The states since the last assertion, where transitions are to be asserted.
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
      record.standStill(for: 1) { probe.runningTasks.isEmpty }
    }
    check()
  }

  var exhaustivity: Exhaustivity {
    get { state.withLock(\.exhaustivity) }
    set { state.withLock { $0.exhaustivity = newValue } }
  }

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
      The state changed and came back before it was asserted:

      \(flickers.map { "  \($0)" }.joined(separator: "\n"))

      If a user should see it, assert it before it comes back. If not, make it one step with 'transaction'.
      """)
  }

  func difference(_ root: Any) -> String {
    guard let root = root as? M.State else { return "" }
    return CairnModelsTesting.difference(expected: root, actual: probe.state)
  }

  /// The checks at the end.
  func check() {
    state.withLock { $0.isChecked = true }
    let exhaustivity = exhaustivity
    if exhaustivity.contains(.state), probe.state != expected {
      creation.fail(
        """
        The state changed, and the test did not assert it: …

        \(difference(expected))

        Assert it with 'assert' of a '@TestModel'.
        """)
    }
    if exhaustivity.contains(.events), !record.events.isEmpty {
      let events = record.events.map { "\(dumped($0.value))\n    from \($0.sender)" }
      creation.fail(
        """
        \(events.count == 1 ? "An event was" : "\(events.count) events were") sent that the test did \
        not receive:

        \(events.joined(separator: "\n\n"))

        Receive each with 'receive' of its sender's '@TestModel'.
        """)
    }
    let tasks = probe.runningTasks
    if exhaustivity.contains(.tasks), !tasks.isEmpty {
      creation.fail(
        """
        \(tasks.count == 1 ? "A task still runs" : "\(tasks.count) tasks still run") at the end of the \
        test:

        \(tasks.map { "  \($0)" }.joined(separator: "\n"))

        If it waits for a clock, advance it before the end. If it lives as long as its model does, begin \
        it in 'onActivate()', or cancel it.
        """)
    }
    // What is said once is not said again.
    expectActual(at: creation)
    record.forgetEvents()
  }
}
