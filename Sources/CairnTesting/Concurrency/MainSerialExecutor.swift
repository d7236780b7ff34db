import Foundation
import Synchronization

/// Runs asynchronous work while all tasks of the process run on the main actor, one job at a time.
///
/// ```swift
/// await withMainSerialExecutor {
///   async let first: Void = model.load()
///   async let second: Void = model.loadMore()
///   _ = await (first, second)
/// }
/// ```
/// A ``TestStore`` doesn't need this function for the effects of its feature. See
/// ``TestStore/useMainSerialExecutor``. Use it in tests of other code.
///
/// The function affects every task of the process until it returns, including the tasks of other tests that run at
/// the same time. Code that blocks a thread until another task makes progress can therefore wait forever.
@MainActor
public func withMainSerialExecutor<Result>(
  operation: @MainActor @Sendable () async throws -> Result
) async rethrows -> Result {
  MainSerialExecutor.enter()
  defer { MainSerialExecutor.leave() }
  return try await operation()
}

/// Runs work while all tasks of the process run on the main actor, one job at a time.
///
/// Call it in `invokeTest` of an `XCTestCase`.
public func withMainSerialExecutor<Result>(
  operation: () throws -> Result
) rethrows -> Result {
  MainSerialExecutor.enter()
  defer { MainSerialExecutor.leave() }
  return try operation()
}

/// Whether all tasks of the process run on the main actor.
///
/// The setting stays in effect until you set it to `false`. A running `withMainSerialExecutor` keeps it `true`.
public var uncheckedUseMainSerialExecutor: Bool {
  get { MainSerialExecutor.isOn }
  set { MainSerialExecutor.isSet = newValue }
}

/// The hook of the concurrency runtime that schedules the jobs of the global executor.
private enum MainSerialExecutor {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  private struct State {
    /// The number of running calls of `withMainSerialExecutor`.
    var calls = 0
    var isSet = false
    /// The previous value of the hook.
    var earlier: Hook?

    var isOn: Bool { calls > 0 || isSet }
  }

  private static let state = Mutex(State())

  // The symbol exists as long as the process. It's written only under the lock.
  nonisolated(unsafe) private static let hook =
    dlsym(dlopen(nil, 0), "swift_task_enqueueGlobal_hook")!
    .assumingMemoryBound(to: Hook?.self)

  static var isOn: Bool { state.withLock(\.isOn) }

  static var isSet: Bool {
    get { state.withLock(\.isSet) }
    set { change { $0.isSet = newValue } }
  }

  static func enter() { change { $0.calls += 1 } }
  static func leave() { change { $0.calls -= 1 } }

  private static func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      let wasOn = state.isOn
      body(&state)
      guard state.isOn != wasOn else { return }
      if state.isOn {
        state.earlier = hook.pointee
        hook.pointee = { job, _ in MainActor.shared.enqueue(job) }
      } else {
        hook.pointee = state.earlier
      }
    }
  }
}
