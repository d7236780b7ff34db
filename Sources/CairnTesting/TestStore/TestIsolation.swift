import CairnDependencies
import CairnFeatures
import Dispatch
import Synchronization

/// The main actor, where a test can wait for what is on its way there.
///
/// An effect that has sent its last action has still to come back and say that it has ended. A test that
/// ends in that moment would blame it, if only its `deinit` could not let it in first.
final class TestIsolation: StoreIsolation {
  private struct Arriving {
    var bodies: [@Sendable () -> Void] = []
    /// Whether the main actor stands still until something arrives.
    var areAwaited = false
  }

  /// Where effects run, unless they are to run anywhere.
  private let executor = SerialTaskExecutor()
  private let runsEffectsHere = Mutex(true)
  private let arrivals = Mutex(Arriving())
  private let arrival = DispatchSemaphore(value: 0)

  /// Called after something has come, which may have been an action or the end of an effect.
  @MainActor var onArrival: () -> Void = {}

  @MainActor init() {}

  /// Whether effects run one at a time on the main actor.
  var isSerial: Bool {
    get { runsEffectsHere.withLock { $0 } }
    set { runsEffectsHere.withLock { $0 = newValue } }
  }

  var effectExecutor: (any TaskExecutor)? { isSerial ? executor : nil }

  func perform(_ body: @escaping @Sendable () -> Void) async {
    guard !MainQueue.isCurrent else {
      return performHere(body)
    }
    await withCheckedContinuation { continuation in
      let isAwaited = arrivals.withLock { arrivals in
        defer { arrivals.areAwaited = false }
        arrivals.bodies.append {
          body()
          continuation.resume()
        }
        return arrivals.areAwaited
      }
      if isAwaited { arrival.signal() }
      Task { @MainActor in letIn() }
    }
  }

  func runningEffectsChanged(by difference: Int) {
    if difference < 0 { executor.noteEnd() }
  }

  func actionProcessed() {}

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
      defer { arrivals.bodies = [] }
      return arrivals.bodies
    }
    for body in arrived { body() }
    if !arrived.isEmpty { onArrival() }
  }

  /// Lets in what arrives, until a condition holds; not for long, for nothing else runs here meanwhile.
  @MainActor
  func letIn(until condition: () -> Bool) {
    let deadline = DispatchTime.now() + .milliseconds(100)
    runEffects()
    while !condition(), DispatchTime.now() < deadline, waitForArrival(until: deadline) {
      runEffects()
    }
  }

  /// Stands still until something arrives; false when the time is over.
  private func waitForArrival(until deadline: DispatchTime) -> Bool {
    let isHere = arrivals.withLock { arrivals in
      arrivals.areAwaited = arrivals.bodies.isEmpty
      return !arrivals.areAwaited
    }
    return isHere || arrival.wait(timeout: deadline) == .success
  }
}
