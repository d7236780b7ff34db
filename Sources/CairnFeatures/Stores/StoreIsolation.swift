package import CairnDependencies

/// The isolation of a store, which allows one access to its state at a time.
///
/// A scene's stores share the scene's lock. Outside a scene and in tests, a store that's created on the main
/// actor is isolated to it. A store that's created elsewhere has its own lock.
public protocol StoreIsolation: AnyObject, Sendable {
  /// The priority of effects without their own priority, or `nil` for the priority of the task that sends the
  /// action.
  var effectPriority: TaskPriority? { get }

  /// The executor of effects, or `nil` for the default executor.
  var effectExecutor: (any TaskExecutor)? { get }

  /// Runs a closure that may access the store's state.
  func perform(_ body: @escaping @Sendable () -> Void) async

  /// Runs a closure that may access the store's state, before it returns.
  @MainActor func performOnMainActor(_ body: () -> Void)

  /// Called under the isolation when an effect begins (1) or has ended (−1).
  func runningEffectsChanged(by difference: Int)

  /// Called under the isolation after a store has processed an action.
  func actionProcessed()
}

/// An isolation that a thread can enter, and that tracks whether its effects are working or waiting.
package protocol SettlingIsolation: StoreIsolation {
  /// Enters the isolation on this thread, after other threads have left it. A thread that's already in it
  /// doesn't wait.
  /// - Returns: Whether this call has entered the isolation. If so, call ``leave()`` afterward.
  func enter() -> Bool

  /// Leaves the isolation. It must be called on the thread that entered.
  func leave()

  /// Whether another thread has lent the isolation to the calling thread.
  var isLent: Bool { get }

  /// Runs work that a thread requested while the isolation was lent to it, after it has returned the isolation.
  ///
  /// Call it under the isolation.
  func performForBorrower(_ body: () -> Void)

  /// Called under the isolation if effects may have received work without an action.
  func workHandedOver()

  /// The executor of work of models and views, which runs one job at a time, or `nil` for the default executor.
  var taskExecutor: (any TaskExecutor)? { get }

  /// Returns the activity of an effect that begins, or `nil` if effects aren't tracked. Call it under the
  /// isolation.
  /// - Parameter place: The source location of the effect, if it's known.
  func activity(at place: EffectPlace?) -> EffectActivity?
}

extension SettlingIsolation {
  @MainActor
  public func performOnMainActor(_ body: () -> Void) { performNow(body) }

  package var isLent: Bool { false }

  package func performForBorrower(_ body: () -> Void) { body() }

  /// Runs a closure under the isolation before it returns. If the thread is already in the isolation, it
  /// doesn't wait.
  package func performNow<Result>(_ body: () throws -> Result) rethrows -> Result {
    let hasEntered = enter()
    defer { if hasEntered { leave() } }
    return try body()
  }
}

/// The source location of an effect.
package struct EffectPlace: Sendable, CustomStringConvertible {
  private let fileID: StaticString
  private let line: UInt

  package init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  package var description: String { "\(fileID):\(line)" }
}

/// The isolation that new stores use.
public enum StoreIsolationContext {
  /// The isolation that new stores of the current task use, or `nil` for the default.
  @TaskLocal public static var current: (any StoreIsolation)?
}

extension StoreIsolationContext {
  /// The isolation of a new store.
  ///
  /// It's the isolation of the current scene. Outside a scene, it's the main actor for a store that's created
  /// there, and a new lock otherwise.
  package static var ofNewStore: any StoreIsolation {
    current ?? (MainQueue.isCurrent ? MainActorIsolation.shared : OwnLock())
  }
}

/// The isolation of stores that are created on the main actor, outside a scene.
package final class MainActorIsolation: StoreIsolation {
  package static let shared = MainActorIsolation()

  package func perform(_ body: @escaping @Sendable () -> Void) async {
    await MainActor.run(body: body)
  }

  package func runningEffectsChanged(by difference: Int) {}

  package func actionProcessed() {}
}

extension StoreIsolation {
  /// Runs a closure.
  @MainActor
  public func performOnMainActor(_ body: () -> Void) { body() }

  /// No priority, so effects inherit it.
  public var effectPriority: TaskPriority? { nil }

  /// No executor, so effects run on the default one.
  public var effectExecutor: (any TaskExecutor)? { nil }
}
