import CairnCases
public import CairnDependencies
import CairnFeatures
public import CairnReducers
import Dispatch

/// Runs a feature under a test that asserts all it does.
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) { Counter() }
/// await store.send(.incrementButtonTapped) { $0.count = 1 }
/// await store.receive(\.numberFact) { $0.fact = "1 is a number" }
/// ```
/// By default the test is exhaustive: a state change, a received action or an effect that it does not
/// assert fails it, at the line where it was overlooked. It works in Swift Testing and in XCTest.
@MainActor
public final class TestStore<State: Equatable, Action> {
  /// The state as it was asserted so far.
  public internal(set) var state: State {
    didSet { record.shared.noteAsserted(waiting: record.received.count) }
  }

  /// How much the test has to assert.
  public var exhaustivity: Exhaustivity {
    get { record.exhaustivity }
    set { record.exhaustivity = newValue }
  }

  /// How long ``receive(_:timeout:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_,_)`` and
  /// ``finish(timeout:fileID:filePath:line:column:)`` wait: one second.
  public var timeout: Duration = .seconds(1)

  /// The dependencies of the feature and its effects. A change holds from the next action on.
  public var dependencies: DependencyValues {
    get { core.dependencies }
    set { core.dependencies = newValue }
  }

  /// Whether the feature has dismissed itself.
  ///
  /// It is about the feature that the store was made for. What this presents is dismissed by an action
  /// that the test receives.
  public var isDismissed: Bool { dismissal.hasHappened }

  /// Whether effects run on the main actor, one at a time, in the order in which they became ready.
  ///
  /// Then a test goes the same way each time: the effects of one action run in the order in which they
  /// were made, those that sleep until the same time wake in the order in which they went to sleep, and
  /// what does not wait has run when ``send(_:assert:fileID:filePath:line:column:)-(Action,_,_,_,_,_)``
  /// returns. It is so for each store by itself, whatever other tests run beside. Set it to false before
  /// an action whose effects are to run in parallel, as they do on a server.
  ///
  /// It holds for an effect's own task and its child tasks. What runs in a `Task` that the effect makes,
  /// or on an actor with an executor of its own, runs there.
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

  /// A store for a test.
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Sets what the feature needs. A live dependency that is used and not set
  ///     fails the test.
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

  // Not an isolated one: in that no task local is to be seen, so a failure would belong to no test.
  // What fails on the main actor is told here, for the same reason.
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
  /// - Returns: What follows from it, the state after its turn, and the number of the next stack element's id before
  ///   it. Actions that effects sent at once come later.
  func process(
    _ action: consuming Action, at location: TestLocation
  ) -> (task: StoreTask, state: State, nextStackElement: Int) {
    isSending = true
    // The action goes in there: a binding that nobody handled says so with its last breath.
    var waiting: Action? = action
    let task = location.sending { waiting.take().map { core.send($0) } }
    isSending = false
    defer { stateAfterSend = nil }
    return (task ?? StoreTask(nil), stateAfterSend ?? core.state, nextStackElementOfSend)
  }

  /// Takes the actions that wait as handled, with the state after them.
  func takeReceived() {
    if let last = record.takeReceived() { state = last }
  }
}

/// The test store of a feature.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable
