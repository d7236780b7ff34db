import CairnDependencies
import CairnFeatures
import Dispatch
import Synchronization

/// The main actor as the isolation of a test store, with a way to wait for work that's on its way there.
///
/// After an effect has sent its last action, it must still report its end on the main actor. If a test ended at that
/// moment, the effect would still seem to be running. `TestStore.deinit` therefore lets such reports in first.
final class TestIsolation: StoreIsolation {
  /// The executor of effects, unless they can run anywhere.
  private let executor: SerialTaskExecutor
  private let runsEffectsHere = Mutex(true)
  private let arrivals = Mutex<[@Sendable () -> Void]>([])
  private let doorbell = Doorbell()

  /// Called after work has arrived, such as an action or the end of an effect.
  @MainActor var onArrival: () -> Void = {}

  @MainActor init() {
    executor = SerialTaskExecutor(onReady: { [doorbell] in doorbell.ring() })
  }

  /// Whether effects run one at a time on the main actor.
  var isSerial: Bool {
    get { runsEffectsHere.withLock { $0 } }
    set { runsEffectsHere.withLock { $0 = newValue } }
  }

  var effectExecutor: (any TaskExecutor)? { isSerial ? executor : nil }

  func perform(_ body: @escaping @Sendable () -> Void) async {
    guard !MainQueue.isCurrent else { return performHere(body) }
    await withCheckedContinuation { continuation in
      arrivals.withLock { arrivals in
        arrivals.append {
          body()
          continuation.resume()
        }
      }
      doorbell.ring()
      Task { @MainActor in letIn() }
    }
  }

  func runningEffectsChanged(by difference: Int) {
    if difference < 0 { executor.noteEnd() }
  }

  func actionProcessed() {}

  /// The number of times that the executor has run a job of an effect.
  var numberOfRuns: Int { executor.numberOfRuns }

  /// Runs the effects that are ready, until each of them waits or has ended.
  @MainActor
  func runEffects() {
    executor.run()
    letIn()
  }

  private func performHere(_ body: @Sendable () -> Void) {
    MainActor.assumeIsolated { performOnMainActor(body) }
  }

  /// Performs the work that has arrived, and then a closure.
  @MainActor
  func performOnMainActor(_ body: () -> Void) {
    letIn()
    body()
    onArrival()
  }

  /// Performs the work that has arrived, in order.
  @MainActor
  func letIn() {
    let arrived = arrivals.withLock { arrivals in
      defer { arrivals = [] }
      return arrivals
    }
    for body in arrived { body() }
    if !arrived.isEmpty { onArrival() }
  }

  /// Performs work as it arrives until a condition is true, or until no more work seems to arrive.
  ///
  /// The latter is the case after 50 ms in which the process had nothing to do. The time is short because this method
  /// blocks the main actor.
  @MainActor
  func letIn(until condition: () -> Bool) {
    var time = IdleTime()
    runEffects()
    while !condition(), time.elapsed < .milliseconds(50) {
      let hasArrived = doorbell.wait(for: IdleTime.tick) {
        executor.hasJobs || arrivals.withLock { !$0.isEmpty }
      }
      // Work counts too, because an effect may never wait.
      time.addTick(isBusy: hasArrived || ProcessLoad.isBusy)
      runEffects()
    }
  }
}

/// A signal that blocks a thread until work arrives.
private final class Doorbell: Sendable {
  private let isAwaited = Mutex(false)
  private let semaphore = DispatchSemaphore(value: 0)

  func ring() {
    let isAwaited = isAwaited.withLock { isAwaited in
      defer { isAwaited = false }
      return isAwaited
    }
    if isAwaited { semaphore.signal() }
  }

  /// Blocks the thread until work arrives, unless some has arrived already.
  ///
  /// The method can also return early without work.
  ///
  /// - Returns: Whether the method returned before the time was over.
  func wait(for duration: Duration, unless isSomethingHere: () -> Bool) -> Bool {
    isAwaited.withLock { $0 = true }
    // The order matters. Work that arrives after `isAwaited` is set signals the semaphore, and earlier work is found
    // here.
    if isSomethingHere() { return true }
    let nanoseconds = Int(duration / .nanoseconds(1))
    return semaphore.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success
  }
}
