package import CairnDependencies

/// Where a store's state is touched: one place at a time.
///
/// A scene's stores share the scene's lock. Outside a scene, and in tests, it is the main actor for what is
/// made there, and a lock of its own for a store that is made elsewhere.
public protocol StoreIsolation: AnyObject, Sendable {
  /// The priority of effects that ask for none; nil for that of who sends the action.
  var effectPriority: TaskPriority? { get }

  /// Where effects run; nil for anywhere.
  var effectExecutor: (any TaskExecutor)? { get }

  /// Runs a closure where the store's state may be touched.
  func perform(_ body: @escaping @Sendable () -> Void) async

  /// Runs a closure where the store's state may be touched, before it returns.
  @MainActor func performOnMainActor(_ body: () -> Void)

  /// Called under isolation when an effect of a store begins (1) or has ended (−1).
  func runningEffectsChanged(by difference: Int)

  /// Called under isolation after a store has processed an action.
  func actionProcessed()
}

/// An isolation that a thread can enter, and that asks of its effects whether they work or wait.
package protocol SettlingIsolation: StoreIsolation {
  /// Enters on this thread, when whoever else is there has left: at once for who is there already.
  /// - Returns: Whether this thread has entered with it, and is to leave.
  func enter() -> Bool

  /// Leaves, on the thread that has entered.
  func leave()

  /// Whether another thread has lent the isolation to the calling one, which is in it.
  var isLent: Bool { get }

  /// Does what a thread has asked for while the isolation was lent to it, after it has given it back. To be called
  /// under isolation.
  func performForBorrower(_ body: () -> Void)

  /// Called under isolation when effects may have been handed something to do without an action.
  func workHandedOver()

  /// Where the work of models and views runs, one job at a time; nil for anywhere.
  var taskExecutor: (any TaskExecutor)? { get }

  /// What an effect tells it with that begins, if somebody may ask; to be called under isolation.
  /// - Parameter place: Where in the source the effect is made, where that is known.
  func activity(at place: EffectPlace?) -> EffectActivity?
}

extension SettlingIsolation {
  @MainActor
  public func performOnMainActor(_ body: () -> Void) { performNow(body) }

  package var isLent: Bool { false }

  package func performForBorrower(_ body: () -> Void) { body() }

  /// Runs a closure under isolation before it returns: at once for who is there already.
  package func performNow<Result>(_ body: () throws -> Result) rethrows -> Result {
    let hasEntered = enter()
    defer { if hasEntered { leave() } }
    return try body()
  }
}

/// Where in the source an effect is made.
package struct EffectPlace: Sendable, CustomStringConvertible {
  private let fileID: StaticString
  private let line: UInt

  package init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  package var description: String { "\(fileID):\(line)" }
}

/// The isolation that stores take which are made now.
public enum StoreIsolationContext {
  @TaskLocal public static var current: (any StoreIsolation)?
}

extension StoreIsolationContext {
  /// The isolation of a store that is made now: that of its scene; outside of one the main actor where it
  /// is made there, and a lock of its own elsewhere.
  package static var ofNewStore: any StoreIsolation {
    current ?? (MainQueue.isCurrent ? MainActorIsolation.shared : OwnLock())
  }
}

/// The isolation of stores that are made on the main actor, outside a scene.
package final class MainActorIsolation: StoreIsolation {
  package static let shared = MainActorIsolation()

  package func perform(_ body: @escaping @Sendable () -> Void) async {
    await MainActor.run(body: body)
  }

  package func runningEffectsChanged(by difference: Int) {}

  package func actionProcessed() {}
}

extension StoreIsolation {
  @MainActor
  public func performOnMainActor(_ body: () -> Void) { body() }

  public var effectPriority: TaskPriority? { nil }
  public var effectExecutor: (any TaskExecutor)? { nil }
}
