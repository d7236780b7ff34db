import CairnDependencies
import CairnFeatures

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
  func begin(_ effect: RunningEffect)

  /// Notes that an effect has ended, by itself or by cancellation.
  func end(_ effect: RunningEffect)

  /// Cancels what was registered under an id at a path or below it, and had begun at a moment.
  func cancel(_ cancellation: Cancellation, begunBy moment: EffectMoment)

  /// Whether the state still has what a path names.
  func isLive(_ path: [IdentityNode]) -> Bool
}

extension EffectHost {
  /// Cancels what was registered under an id at a path or below it.
  func cancel(_ cancellation: Cancellation) { cancel(cancellation, begunBy: .now) }
}

/// A cancellation id, confined to a place in the tree of features.
struct Cancellation: Hashable {
  let id: AnyHashable
  let path: [IdentityNode]

  /// Whether cancelling this reaches an effect that was registered under another one.
  func reaches(_ other: Cancellation) -> Bool {
    id == other.id && other.path.starts(with: path)
  }
}

/// An effect's task and the names under which it can be cancelled.
///
/// `@unchecked Sendable`: its mutable parts are used under the isolation of its store only.
final class RunningEffect: @unchecked Sendable {
  enum Phase { case running, cancelled, ended }

  let path: [IdentityNode]
  let beginning = EffectMoment.next()
  let cancellations: [Cancellation]
  let cascade: Cascade
  /// Whose it is in the cascade; see ``EffectContext/lineage``.
  let lineage: Int
  /// What users are told where it was cut off.
  let interruption: String?
  /// Where in the source, and by which action, the effect was begun; set by the store.
  var origin: EffectOrigin?
  private(set) var phase = Phase.running
  private var task: Task<Void, Never>?
  private var activity: EffectActivity?
  fileprivate var onEnd: ((Bool) -> Void)?

  init(
    path: [IdentityNode], cancellations: [Cancellation], cascade: Cascade,
    lineage: Int, interruption: String?, onEnd: @escaping (Bool) -> Void
  ) {
    self.path = path
    self.cancellations = cancellations
    self.cascade = cascade
    self.lineage = lineage
    self.interruption = interruption
    self.onEnd = onEnd
  }

  /// Whether it still counts: it runs, and nobody has cancelled it.
  var isLive: Bool { phase == .running && !isCascadeCancelled }

  /// Whether the part of the cascade that it belongs to was cancelled.
  var isCascadeCancelled: Bool { cascade.isCancelled(from: lineage) }

  func attach(_ task: Task<Void, Never>, _ activity: EffectActivity? = nil) {
    self.task = task
    self.activity = activity
    cascade.add(task, of: self)
    if phase == .cancelled { task.cancel() }
  }

  func cancel() {
    guard phase == .running else { return }
    phase = .cancelled
    task?.cancel()
    activity?.noteCancellation()
  }

  /// Ends the effect and tells who waits for it.
  func end() {
    let wasCancelled = phase == .cancelled || isCascadeCancelled
    phase = phase == .cancelled ? .cancelled : .ended
    cascade.remove(taskOf: self)
    onEnd?(wasCancelled)
    onEnd = nil
  }
}

extension RunningEffect {
  /// Cancels the task as its store goes away, wherever that happens: nothing else may be touched.
  func abandon() {
    task?.cancel()
  }

  /// Ends the effect of a store that is gone: nobody is told but those who wait for the cascade.
  func endWithoutStore(in isolation: any StoreIsolation) {
    onEnd = nil
    cascade.remove(taskOf: self)
    cascade.end()
    isolation.runningEffectsChanged(by: -1)
  }
}

/// What began an effect.
package struct EffectOrigin: Sendable {
  package let number: Int
}
