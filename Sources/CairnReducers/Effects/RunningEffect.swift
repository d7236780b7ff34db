import CairnDependencies
import CairnFeatures
import Synchronization

/// The store, as effects see it. Everything but `isolation` is used under isolation.
protocol EffectHost: AnyObject, Sendable {
  var isolation: any StoreIsolation { get }

  /// The same, where it asks whether effects work or wait.
  var settling: (any SettlingIsolation)? { get }

  /// The intervals of throttled effects, which outlive the effects.
  var throttleWindows: ThrottleWindows { get }

  /// Whether effects that take time are begun.
  var beginsTasks: Bool { get }

  /// Notes that an effect runs.
  /// - Parameter onEnd: Called when the effect has ended, under isolation. Not called if the store is released first.
  func begin(_ effect: RunningEffect, onEnd: @escaping (EffectEnd) -> Void)

  /// Notes that an effect has ended, by itself or by cancellation.
  func end(_ effect: RunningEffect)

  /// The effects, and tasks in them, that can be canceled by an ID. For use on any thread.
  var cancellations: CancellationRegistry { get }

  /// Whether the state still has what a path names.
  func isLive(_ path: IdentityPath) -> Bool
}

/// An effect's task and the scopes that can cancel it.
final class RunningEffect: Sendable {
  enum Phase { case running, cancelled, ended }

  private struct State: Sendable {
    var origin: EffectOrigin?
    var hasEnded = false
    var end = EffectEnd.regular
  }

  let path: IdentityPath
  private let scopes: [CancellationScope]
  let cascade: Cascade
  /// Whose it is in the cascade; see ``EffectContext/lineage``.
  let lineage: Int
  /// What users are told where it was cut off.
  let interruption: String?
  private let work = CancellableTask()
  private let state = Mutex(State())

  init(
    path: IdentityPath, scopes: [CancellationScope], cascade: Cascade,
    lineage: Int, interruption: String?
  ) {
    self.path = path
    self.scopes = scopes
    self.cascade = cascade
    self.lineage = lineage
    self.interruption = interruption
  }

  /// By which action the effect was begun; set by the store.
  var origin: EffectOrigin? {
    get { state.withLock(\.origin) }
    set { state.withLock { $0.origin = newValue } }
  }

  /// Any thread can cancel the effect, by an ID.
  var phase: Phase {
    if work.isCanceled || scopes.contains(where: \.isCanceled) { return .cancelled }
    return state.withLock(\.hasEnded) ? .ended : .running
  }

  /// Whether it still counts: it runs, and nobody has cancelled it.
  var isLive: Bool { phase == .running && !isCascadeCancelled }

  /// Whether it would still count if some scopes hadn't been canceled.
  func isLive(apartFrom scopes: [CancellationScope]) -> Bool {
    state.withLock { !$0.hasEnded && $0.end.remaining == .max } && !isCascadeCancelled
      && self.scopes.allSatisfy { scope in
        !scope.isCanceled || scopes.contains { $0 === scope }
      }
  }

  /// Whether the part of the cascade that it belongs to was cancelled.
  var isCascadeCancelled: Bool { cascade.isCancelled(from: lineage) }

  /// Begins the work. It is registered before, so that no cancellation is lost.
  func begin(_ activity: EffectActivity?, _ make: () -> Task<Void, Never>) {
    for scope in scopes { scope.add(work) }
    let task = work.begin(onCancel: { activity?.noteCancellation() }, make)
    cascade.add(task, of: self)
  }

  /// Cancels the effect, together with the feature that it belongs to, or with its store.
  func cancel(_ end: EffectEnd) {
    state.withLock { $0.end = $0.end.merged(with: end) }
    work.cancel()
  }

  /// Ends the effect.
  /// - Returns: How it has ended.
  func finish() -> EffectEnd {
    let end = state.withLock { state in
      state.hasEnded = true
      return state.end
    }
    leave()
    return end
  }

  fileprivate func leave() {
    cascade.remove(taskOf: self)
    for scope in scopes { scope.remove(work) }
  }
}

extension RunningEffect {
  /// Cancels the task when its store is released, on whatever thread this happens.
  func abandon() {
    work.cancel()
  }

  /// Ends the effect of a store that was released. Only tasks that wait for the cascade learn of it.
  func endWithoutStore(in isolation: any StoreIsolation) {
    leave()
    cascade.end()
    isolation.runningEffectsChanged(by: -1)
  }
}

/// What began an effect.
package struct EffectOrigin: Sendable {
  package let number: Int
}
