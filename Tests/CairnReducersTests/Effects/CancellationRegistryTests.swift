import CairnDependencies
import Foundation
import Testing

@testable import CairnReducers

/// Several threads cancel the scopes of a store.
@Suite(.timeLimit(.minutes(30))) struct CancellationRegistryTests {
  /// Starts a task that ends when it's canceled.
  private func begin(
    in scope: CancellationScope, onCancel: (@Sendable () -> Void)? = nil
  ) -> (work: CancellableTask, task: Task<Void, Never>) {
    let work = CancellableTask()
    scope.add(work)
    let task = work.begin(onCancel: onCancel) { Task { _ = try? await Task.never() } }
    return (work, task)
  }

  @Test func `A second cancellation returns only after all tasks are canceled`() async {
    let registry = CancellationRegistry()
    let id = Cancellation(id: CancellationID("search"), path: IdentityPath())
    let (one, other) = (registry.enter(id), registry.enter(id))
    let (isStopped, stop) = AsyncStream.makeStream(of: Void.self)
    let goOn = DispatchSemaphore(value: 0)
    let first = begin(in: one) {
      stop.finish()
      goOn.wait()
    }
    let second = begin(in: other)
    Thread.detachNewThread { registry.cancel(id) }
    // The first caller hasn't reached the second task yet.
    for await _ in isStopped {}
    registry.cancel(id)
    #expect(first.task.isCancelled)
    #expect(second.task.isCancelled)
    goOn.signal()
    await first.task.value
    await second.task.value
  }

  @Test func `The cancel handler runs once, before or after the effect began`() async {
    let calls = LockIsolated(0)
    for isCanceledBefore in [true, false] {
      let registry = CancellationRegistry()
      let id = Cancellation(id: CancellationID(1), path: IdentityPath())
      let scope = registry.enter(id)
      if isCanceledBefore { registry.cancel(id) }
      let begun = begin(in: scope) { calls.withValue { $0 += 1 } }
      for _ in 0..<2 { registry.cancel(id) }
      await begun.task.value
      registry.leave(scope)
    }
    #expect(calls.value == 2)
  }
}
