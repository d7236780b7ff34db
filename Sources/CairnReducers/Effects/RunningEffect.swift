import CairnDependencies
import CairnFeatures
import Synchronization

/// A store, as seen by its effects. Except for `isolation` and `cancellations`, use it only under its isolation.
protocol EffectHost: AnyObject, Sendable {
  var isolation: any StoreIsolation { get }

  /// The isolation, if it needs to know whether effects are working or waiting.
  var settling: (any SettlingIsolation)? { get }

  /// The intervals of throttled effects, which outlive the effects.
  var throttleWindows: ThrottleWindows { get }

  /// Whether effects that take time may begin.
  var beginsTasks: Bool { get }

  /// Registers a running effect.
  ///
  /// - Parameter onEnd: A closure that's called under isolation when the effect has ended. It isn't called if the store
  ///   is released first.
  func begin(_ effect: RunningEffect, onEnd: @escaping (EffectEnd) -> Void)

  /// Removes an effect that has ended or was canceled.
  func end(_ effect: RunningEffect)

  /// The effects, and the tasks inside them, that can be canceled by an ID. Any thread can use this property.
  var cancellations: CancellationRegistry { get }

  /// The interrupted effect that the current action begins again, or `nil` if there is none.
  var resuming: EffectResumption? { get }

  /// The key of resumable effects whose action has no key. It's the same for all effects of an action.
  var keyForResumption: IdempotencyKey { get }

  /// Returns whether the state still contains the feature at a path.
  func isLive(_ path: IdentityPath) -> Bool
}

/// An effect's task, together with the scopes that can cancel it.
final class RunningEffect: Sendable {
  enum Phase { case running, canceled, ended }

  private struct State: Sendable {
    var origin: EffectOrigin?
    var hasEnded = false
    var end = EffectEnd.regular
  }

  let path: IdentityPath
  private let scopes: [CancellationScope]
  let cascade: Cascade
  /// The lineage of the effect. See ``EffectContext/lineage``.
  let lineage: Int
  /// The message that users see if the effect is interrupted.
  let interruption: String?
  /// What the store does after an interruption, if anything.
  let resumption: EffectResumption?
  private let work = CancellableTask()
  private let state = Mutex(State())

  init(
    path: IdentityPath, scopes: [CancellationScope], cascade: Cascade,
    lineage: Int, interruption: String?, resumption: EffectResumption?
  ) {
    self.path = path
    self.scopes = scopes
    self.cascade = cascade
    self.lineage = lineage
    self.interruption = interruption
    self.resumption = resumption
  }

  /// The action that started the effect. The store sets this property.
  var origin: EffectOrigin? {
    get { state.withLock(\.origin) }
    set { state.withLock { $0.origin = newValue } }
  }

  /// The current phase. It can change at any time, because any thread can cancel the effect by an ID.
  var phase: Phase {
    if work.isCanceled || scopes.contains(where: \.isCanceled) { return .canceled }
    return state.withLock(\.hasEnded) ? .ended : .running
  }

  /// Whether the effect is still running and hasn't been canceled.
  var isLive: Bool { phase == .running && !isCascadeCancelled }

  /// Returns whether the effect would still be live if the given scopes hadn't been canceled.
  func isLive(apartFrom scopes: [CancellationScope]) -> Bool {
    state.withLock { !$0.hasEnded && $0.end.remaining == .max } && !isCascadeCancelled
      && self.scopes.allSatisfy { scope in
        !scope.isCanceled || scopes.contains { $0 === scope }
      }
  }

  /// Whether the part of the `Cascade` that contains this effect was canceled.
  var isCascadeCancelled: Bool { cascade.isCancelled(from: lineage) }

  /// Begins the work. The work is registered first, so that no cancellation is lost.
  func begin(_ activity: EffectActivity?, _ make: () -> Task<Void, Never>) {
    for scope in scopes { scope.add(work) }
    let task = work.begin(onCancel: { activity?.noteCancellation() }, make)
    cascade.add(task, of: self)
  }

  /// Cancels the effect because its feature was removed, or together with its store.
  func cancel(_ end: EffectEnd) {
    state.withLock { $0.end = $0.end.merged(with: end) }
    work.cancel()
  }

  /// Ends the effect.
  ///
  /// - Returns: How the effect has ended.
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
  /// Cancels the task when its store is released. Any thread can call this method.
  func abandon() {
    work.cancel()
  }

  /// Ends an effect whose store was released. Only tasks that wait for the `Cascade` are notified.
  func endWithoutStore(in isolation: any StoreIsolation) {
    leave()
    cascade.end()
    isolation.runningEffectsChanged(by: -1)
  }
}

/// The action that started an effect.
package struct EffectOrigin: Sendable {
  package let number: Int
}
