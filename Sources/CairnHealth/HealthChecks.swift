package import CairnDependencies
package import Logging
import Synchronization

/// Runs the checks of an application, and keeps their results for a short time.
package final class HealthChecks: Sendable {
  /// A closure that's called with the names of the failed checks.
  package typealias Completion = @Sendable (_ failed: [String]) -> Void

  private enum Phase {
    case idle
    case running(CheckRound, waiting: [Completion])
    /// The checks have ended recently. The value contains the names of the failed ones.
    case checked([String])
  }

  private struct State {
    var phase = Phase.idle
    /// The number of the current round, or of the last one.
    var round = 0
    /// The tasks of operations that haven't returned, by the index of their check.
    var tasks: [Int: Task<Void, Never>] = [:]
    /// The indices of the checks that failed in the last round.
    var failing: Set<Int> = []
  }

  private let checks: [HealthCheck]
  private let dependencies: DependencyValues
  private let logger: Logger
  private let state = Mutex(State())

  /// The time for which results are used.
  package static let memory = Duration.seconds(1)

  /// - Parameter dependencies: The dependencies of the checks. Their continuous clock measures the time limits.
  package init(_ checks: [HealthCheck], dependencies: DependencyValues, logger: Logger) {
    self.checks = checks
    self.dependencies = dependencies
    self.logger = logger
  }

  /// Passes the names of the failed checks to a closure. If there are no recent results, the checks run first.
  ///
  /// This doesn't block. The closure is called immediately, or later on another thread.
  package func check(_ completion: @escaping Completion) {
    let failed: [String]? = state.withLock { state in
      switch state.phase {
      case .checked(let failed): return failed
      case .running(let round, let waiting):
        state.phase = .running(round, waiting: waiting + [completion])
        return nil
      case .idle where checks.isEmpty: return []
      case .idle:
        begin(&state, completion)
        return nil
      }
    }
    if let failed { completion(failed) }
  }

  private func begin(_ state: inout State, _ completion: @escaping Completion) {
    state.round += 1
    state.phase = .running(CheckRound(count: checks.count), waiting: [completion])
    for index in checks.indices {
      if state.tasks[index] == nil {
        state.tasks[index] = begin(index, in: state.round)
      } else {
        let round = state.round
        Task { record(.failed("its last run hasn't ended"), of: index, in: round) }
      }
    }
  }

  private func begin(_ index: Int, in round: Int) -> Task<Void, Never> {
    let check = checks[index]
    let clock = dependencies.continuousClock
    let timer = Task {
      guard (try? await clock.sleep(for: check.timeLimit)) != nil else { return }
      state.withLock { $0.tasks[index]?.cancel() }
      record(.failed("it took longer than \(check.timeLimit)"), of: index, in: round)
    }
    return Task {
      let outcome = await run(check)
      timer.cancel()
      state.withLock { $0.tasks[index] = nil }
      record(outcome, of: index, in: round)
    }
  }

  private func run(_ check: HealthCheck) async -> CheckRound.Outcome {
    do {
      try await DependencyValues.$_current.withValue(dependencies) {
        try await check.operation()
      }
      return .passed
    } catch {
      return .failed("\(error)")
    }
  }

  /// Records an outcome. The last one of a round ends it.
  private func record(_ outcome: CheckRound.Outcome, of index: Int, in round: Int) {
    typealias End = (failed: [String], waiting: [Completion], messages: [Message])
    let end: End? = state.withLock { state in
      guard state.round == round, case .running(var current, let waiting) = state.phase else {
        return nil
      }
      current.record(outcome, of: index)
      guard let outcomes = current.result else {
        state.phase = .running(current, waiting: waiting)
        return nil
      }
      let failing = outcomes.indices.filter { outcomes[$0] != .passed }
      let messages = messages(outcomes, before: state.failing)
      state.failing = Set(failing)
      let failed = failing.map { checks[$0].name }
      state.phase = .checked(failed)
      return (failed, waiting, messages)
    }
    guard let end else { return }
    for message in end.messages { logger.log(level: message.level, message.text) }
    forgetLater(round)
    for completion in end.waiting { completion(end.failed) }
  }

  private typealias Message = (level: Logger.Level, text: Logger.Message)

  /// Returns messages about the checks whose results differ from the last round.
  private func messages(
    _ outcomes: [CheckRound.Outcome], before failing: Set<Int>
  ) -> [Message] {
    var messages: [Message] = []
    for (index, outcome) in outcomes.enumerated() {
      let name = checks[index].name
      switch outcome {
      case .failed(let reason) where !failing.contains(index):
        messages.append((.warning, "The health check '\(name)' failed: \(reason)"))
      case .passed where failing.contains(index):
        messages.append((.notice, "The health check '\(name)' passes again"))
      default: break
      }
    }
    return messages
  }

  private func forgetLater(_ round: Int) {
    let clock = dependencies.continuousClock
    Task {
      try? await clock.sleep(for: Self.memory)
      state.withLock { state in
        if state.round == round { state.phase = .idle }
      }
    }
  }
}
