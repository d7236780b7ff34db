import CairnDependencies
import CairnFeatures
import CairnReducers

/// The core of a test store, with its reducer's type erased.
@MainActor
final class TestCore<State, Action> {
  private let sendAction: (Action) -> Cascade?
  private let currentState: () -> State
  private let isRunning: () -> Bool
  private let origins: () -> [Int]
  private let actionCount: () -> Int
  private let nextElement: () -> Int
  private let cancelEffects: () -> Void
  private let replace: (State) -> Void
  private let storedResumptions: () -> [EffectResumption]
  private let resumeEffect: (EffectResumption) -> Bool
  private let setObserver: (@escaping (Action, State) -> Void) -> Void
  private let getDependencies: () -> DependencyValues
  private let setDependencies: (DependencyValues) -> Void

  init(_ core: RootCore<State, Action>) {
    sendAction = { core.send($0) }
    currentState = { core.state }
    isRunning = { core.hasRunningEffects }
    origins = { core.originsOfRunningEffects }
    actionCount = { core.numberOfActions }
    nextElement = { core.nextStackElement }
    cancelEffects = { core.cancelAll() }
    replace = { core.replaceState($0) }
    storedResumptions = { core.resumptions }
    resumeEffect = { core.resume($0) }
    setObserver = { core.observer = $0 }
    getDependencies = { core.dependencies }
    setDependencies = { core.dependencies = $0 }
  }

  var state: State { currentState() }
  var hasRunningEffects: Bool { isRunning() }
  var originsOfRunningEffects: [Int] { origins() }
  var numberOfActions: Int { actionCount() }
  /// The number in the next stack element's ID when the last action arrived.
  var nextStackElement: Int { nextElement() }

  var dependencies: DependencyValues {
    get { getDependencies() }
    set { setDependencies(newValue) }
  }

  func send(_ action: Action) -> StoreTask { StoreTask(sendAction(action)) }
  func cancelAll() { cancelEffects() }
  func replaceState(_ state: State) { replace(state) }
  /// What to do if the running effects are interrupted.
  var resumptions: [EffectResumption] { storedResumptions() }
  /// Begins an interrupted effect again, or reports its interruption. Returns whether an action was sent.
  func resume(_ resumption: EffectResumption) -> Bool { resumeEffect(resumption) }
  func observe(_ observer: @escaping (Action, State) -> Void) { setObserver(observer) }
}

/// A signal that resumes a test while it waits for an action, for the end of an effect, or for a deadline.
@MainActor
final class Arrivals {
  private var waiter: CheckedContinuation<Void, Never>?

  func signal() {
    waiter?.resume()
    waiter = nil
  }

  /// Waits for the next signal.
  func wait() async {
    await withCheckedContinuation { waiter = $0 }
  }

  /// Waits while a condition is true, until a deadline.
  /// - Parameters:
  ///   - timeout: The time until the deadline.
  ///   - clock: The clock that measures the time.
  ///   - isWaiting: The condition. It's checked after each signal.
  func wait(
    for timeout: Duration, on clock: any Clock<Duration>, while isWaiting: () -> Bool
  ) async {
    guard isWaiting() else { return }
    let deadline = Deadline(after: timeout, on: clock) {
      Task { @MainActor in self.signal() }
    }
    defer { deadline.cancel() }
    while isWaiting(), !deadline.isPast { await wait() }
  }
}
