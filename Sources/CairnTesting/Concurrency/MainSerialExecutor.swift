import Foundation
import Synchronization

/// Runs asynchronous work with all tasks of the process on the main actor, one job at a time.
///
/// ```swift
/// await withMainSerialExecutor {
///   async let first: Void = model.load()
///   async let second: Void = model.loadMore()
///   _ = await (first, second)
/// }
/// ```
/// A ``TestStore`` needs none of this for the effects of its feature: see
/// ``TestStore/useMainSerialExecutor``. This is for tests of other code. It holds for every task of the
/// process as long as it lasts, those of tests that run beside as well: work that blocks a thread until
/// another task has gone on may then wait for ever.
@MainActor
public func withMainSerialExecutor<Result>(
  operation: @MainActor @Sendable () async throws -> Result
) async rethrows -> Result {
  MainSerialExecutor.enter()
  defer { MainSerialExecutor.leave() }
  return try await operation()
}

/// Runs work with all tasks of the process on the main actor: for `invokeTest` of an `XCTestCase`.
public func withMainSerialExecutor<Result>(
  operation: () throws -> Result
) rethrows -> Result {
  MainSerialExecutor.enter()
  defer { MainSerialExecutor.leave() }
  return try operation()
}

/// Whether all tasks of the process run on the main actor, until it is set to false.
public var uncheckedUseMainSerialExecutor: Bool {
  get { MainSerialExecutor.isOn }
  set { MainSerialExecutor.isSet = newValue }
}

/// The hook of the concurrency runtime that each job for the global executor goes through.
private enum MainSerialExecutor {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  private struct State {
    /// How many calls want it.
    var calls = 0
    var isSet = false
    /// What was there before.
    var earlier: Hook?

    var isOn: Bool { calls > 0 || isSet }
  }

  private static let state = Mutex(State())

  // The process's image has it for as long as it runs; it is written under the lock.
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
