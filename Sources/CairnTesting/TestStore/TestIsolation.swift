import CairnDependencies
import CairnFeatures
import Dispatch
import Synchronization

/// The main actor, where a test can wait for what is on its way there.
///
/// An effect that has sent its last action has still to come back and say that it has ended. A test that
/// ends in that moment would blame it, if only its `deinit` could not let it in first.
final class TestIsolation: StoreIsolation {
  /// Where effects run, unless they are to run anywhere.
  private let executor: SerialTaskExecutor
  private let runsEffectsHere = Mutex(true)
  private let arrivals = Mutex<[@Sendable () -> Void]>([])
  private let doorbell = Doorbell()

  /// Called after something has come, which may have been an action or the end of an effect.
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

  /// How often effects have gone on on the executor.
  var numberOfRuns: Int { executor.numberOfRuns }

  /// Lets the effects that are ready run, until each of them waits or has ended.
  @MainActor
  func runEffects() {
    executor.run()
    letIn()
  }

  private func performHere(_ body: @Sendable () -> Void) {
    MainActor.assumeIsolated { performOnMainActor(body) }
  }

  /// Does what has arrived, and one thing more.
  @MainActor
  func performOnMainActor(_ body: () -> Void) {
    letIn()
    body()
    onArrival()
  }

  /// Does what has arrived, in its order.
  @MainActor
  func letIn() {
    let arrived = arrivals.withLock { arrivals in
      defer { arrivals = [] }
      return arrivals
    }
    for body in arrived { body() }
    if !arrived.isEmpty { onArrival() }
  }

  /// Lets in what arrives, until a condition holds; not for long, for nothing else runs here meanwhile.
  @MainActor
  func letIn(until condition: () -> Bool) {
    let deadline = DispatchTime.now() + .milliseconds(100)
    runEffects()
    while !condition(), DispatchTime.now() < deadline {
      let isOver = !doorbell.wait(until: deadline) {
        executor.hasJobs || arrivals.withLock { !$0.isEmpty }
      }
      if isOver { return }
      runEffects()
    }
  }
}

/// Lets a thread stand still until something has come.
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

  /// Stands still, unless something is here; false when the time is over. It may wake for nothing.
  func wait(until deadline: DispatchTime, unless isSomethingHere: () -> Bool) -> Bool {
    isAwaited.withLock { $0 = true }
    // Asked after who comes knows that somebody waits.
    return isSomethingHere() || semaphore.wait(timeout: deadline) == .success
  }
}
