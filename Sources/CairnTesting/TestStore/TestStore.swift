import CairnCases
public import CairnDependencies
import CairnFeatures
public import CairnReducers
import Dispatch

/// A store for tests, in which a test asserts everything that a feature does.
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) { Counter() }
/// await store.send(.incrementButtonTapped) { $0.count = 1 }
/// await store.receive(\.numberFact) { $0.fact = "1 is a number" }
/// ```
/// By default, the test is exhaustive. It fails if it doesn't assert a state change, a received action, or an
/// effect. The failure is reported at the line where the assertion is missing.
///
/// Test stores work in Swift Testing and in XCTest.
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// The state that the test has asserted so far.
  public internal(set) var state: State {
    didSet { record.shared.noteAsserted(waiting: record.received.count) }
  }

  /// The amount of the feature's behavior that the test must assert.
  public var exhaustivity: Exhaustivity {
    get { record.exhaustivity }
    set { record.exhaustivity = newValue }
  }

  /// The default timeout of methods that wait. It's one second unless you change it.
  ///
  /// It applies to ``receive(_:timeout:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)`` and
  /// ``finish(timeout:fileID:filePath:line:column:)``.
  ///
  /// Time counts in full only while the process has nothing to do, so a correct test also passes on a slow or loaded
  /// machine. Only effects that wait for something outside the process, such as another computer, can need a longer
  /// timeout. The clock is the dependency ``/CairnDependencies/DependencyValues/timeoutClock``.
  public var timeout: Duration = .seconds(1)

  /// The dependencies of the feature and its effects. A change takes effect with the next action.
  public var dependencies: DependencyValues {
    get { core.dependencies }
    set { core.dependencies = newValue }
  }

  /// Whether the feature has dismissed itself.
  ///
  /// This property describes the feature that the store was created for. If a feature that it presents dismisses
  /// itself, the test receives an action.
  public var isDismissed: Bool { dismissal.hasHappened }

  /// Whether effects run on the main actor, one at a time, in the order in which they become ready.
  ///
  /// If it's `true`, which is the default, a test runs the same way each time, independently of other tests:
  ///
  /// - The effects of one action run in the order in which they were created.
  /// - Effects that sleep until the same time resume in the order in which they went to sleep.
  /// - Effects that don't wait have finished when ``send(_:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_)``
  ///   returns.
  ///
  /// Before an action whose effects should run in parallel, as they do on a server, set the property to `false`.
  ///
  /// The property affects an effect's own task and its child tasks. A `Task` that an effect creates runs normally,
  /// and so does code of an actor with its own executor.
  public var useMainSerialExecutor: Bool {
    get { record.runsEffectsSerially }
    set { record.runsEffectsSerially = newValue }
  }

  let core: TestCore<State, Action>
  let record: TestRecord<State, Action>
  let arrivals = Arrivals()
  private let dismissal: TestDismissal
  private var isSending = false
  private var stateAfterSend: State?
  private var nextStackElementOfSend = 0

  /// Creates a store for a test.
  /// - Parameters:
  ///   - initialState: The state at the start of the test.
  ///   - reducer: The feature to test.
  ///   - prepareDependencies: Sets the dependencies that the feature needs. The test fails if the feature uses a
  ///     dependency that isn't set.
  public init<R: Reducer>(
    initialState: @autoclosure () -> R.State,
    @ReducerBuilder<R.State, R.Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where R.State == State, R.Action == Action {
    let dismissal = TestDismissal()
    let isolation = TestIsolation()
    let core = CairnDependencies.withDependencies {
      $0.context = .test
      $0.stackElementIDs = StackElementIDs()
      $0.dismiss = dismissal.effect
      $0.isPresented = true
      prepareDependencies(&$0)
    } operation: {
      TestCore(
        RootCore(
          initialState: initialState(), reducer: RootReducer(reducer()),
          dependencies: DependencyValues._current, isolation: isolation,
          origin: StoreOrigin(fileID: fileID, filePath: filePath, line: line, column: column)))
    }
    self.core = core
    self.dismissal = dismissal
    state = core.state
    record = TestRecord(
      core: core, isolation: isolation,
      creation: TestLocation(fileID, filePath, line, column))
    dismissal.cancelEffects = { [weak core] in core?.cancelAll() }
    isolation.onArrival = { [arrivals] in arrivals.signal() }
    core.observe { [weak self] action, state in
      MainActor.assumeIsolated { self?.note(action, state) }
    }
  }

  // The `deinit` isn't isolated, because task locals aren't available in an isolated one, and failures wouldn't
  // belong to a test. For the same reason, failures that are found on the main actor are reported here.
  deinit {
    let record = record
    guard !MainQueue.isCurrent else { return MainActor.assumeIsolated { record.end() } }
    let reports = DispatchQueue.main.sync {
      MainActor.assumeIsolated { TestLocation.collecting { record.end() } }
    }
    for report in reports { report() }
  }

  typealias Record = TestRecord<State, Action>

  private func note(_ action: Action, _ state: State) {
    record.shared.noteAction(isReceived: !isSending)
    if isSending {
      isSending = false
      stateAfterSend = state
      nextStackElementOfSend = core.nextStackElement
    } else {
      record.note(action, state)
    }
  }

  /// Sends an action through the feature.
  /// - Returns: The task of the action's effects, and the state after the reducer has run. Actions that effects send
  ///   immediately aren't included in the state. The last value is the number in the next stack element's ID before
  ///   the action.
  func process(
    _ action: consuming Action, at location: TestLocation
  ) -> (task: StoreTask, state: State, nextStackElement: Int) {
    isSending = true
    // The action is moved into the closure, so that it's destroyed there. An unhandled binding action reports an
    // issue when it's destroyed, and the issue should point to the test's line.
    var waiting: Action? = action
    let task = location.sending { waiting.take().map { core.send($0) } }
    isSending = false
    defer { stateAfterSend = nil }
    return (task ?? StoreTask(nil), stateAfterSend ?? core.state, nextStackElementOfSend)
  }

  /// Marks the received actions as handled, and sets the state to the state after them.
  func takeReceived() {
    if let last = record.takeReceived() { state = last }
  }
}

/// A test store for a feature, given by its reducer.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
