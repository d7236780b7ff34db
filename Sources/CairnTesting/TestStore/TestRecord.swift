import CairnReducers
import CustomDump
import IssueReporting

/// The actions and changes that a test store has seen and that the test hasn't asserted yet.
///
/// The record outlives its store for the final check. The store's `deinit` can't make this check itself, because it
/// can access only `Sendable` properties.
@MainActor
final class TestRecord<State: Equatable, Action> {
  let core: TestCore<State, Action>
  let creation: TestLocation
  var exhaustivity = Exhaustivity.on
  var received: [ReceivedAction<State, Action>] = [] {
    didSet { reported = max(0, reported - max(0, oldValue.count - received.count)) }
  }
  /// The number of received actions that have already been reported, counted from the oldest.
  private var reported = 0
  var sends: [(number: Int, location: TestLocation)] = []
  let shared = TestShared()

  private let isolation: TestIsolation

  init(core: TestCore<State, Action>, isolation: TestIsolation, creation: TestLocation) {
    self.core = core
    self.isolation = isolation
    self.creation = creation
  }

  /// Whether effects run one at a time, in the order in which they became ready.
  var runsEffectsSerially: Bool {
    get { isolation.isSerial }
    set { isolation.isSerial = newValue }
  }

  /// Runs the effects that are ready, until each of them waits or has ended.
  func runEffects() { isolation.runEffects() }

  /// The number of times that the executor has run a job of an effect.
  var numberOfRuns: Int { isolation.numberOfRuns }

  /// Records an action that the test didn't send.
  func note(_ action: Action, _ state: State) {
    received.append(
      ReceivedAction(action: action, state: state, nextStackElement: core.nextStackElement))
  }

  /// Marks the waiting actions as handled.
  /// - Returns: The state after the last of them, or `nil` if no actions are waiting.
  func takeReceived() -> State? {
    defer { received = [] }
    return received.last?.following
  }

  /// Fails an exhaustive test if received actions haven't been asserted.
  func checkReceivedActions(at location: TestLocation) {
    guard received.count > reported else { return }
    reported = received.count
    guard exhaustivity == .on else {
      noteSkipped(received.map(\.action), "at the end", at: location)
      return
    }
    location.fail(
      """
      The store received \(Self.count(received.count, "action")) that the test didn't assert:

      \(Self.list(received.map(\.action)))

      Assert each with 'await store.receive(...)', or skip them with \
      'await store.skipReceivedActions()'.
      """)
  }

  /// Performs the final checks of a test and cancels all effects.
  func end() {
    if exhaustivity != .off { letEffectsEnd() }
    if received.isEmpty { checkShared(at: creation) }
    checkReceivedActions(at: creation)
    noteRunningEffects("still running at the end", at: creation)
    if exhaustivity == .on {
      for location in sendsOfRunningEffects {
        location.fail(
          """
          An effect of this action was still running at the end of the test.

          • If it waits for a clock, advance the clock before the end of the test.
          • If it runs until the feature is removed, cancel it. Use 'await task.cancel()' with the task \
          that 'send' returns, or use 'await store.skipInFlightEffects()'.
          """)
      }
    }
    core.cancelAll()
  }

  /// Accepts work that is just arriving, such as the end of an effect or an unasserted action.
  private func letEffectsEnd() {
    core.observe { [weak self] action, state in
      MainActor.assumeIsolated { self?.note(action, state) }
    }
    isolation.letIn { !core.hasRunningEffects }
  }

  /// The sent actions whose effects are running. An effect of a received action is attributed to the send before it.
  private var sendsOfRunningEffects: [TestLocation] {
    var seen: Set<Int> = []
    return core.originsOfRunningEffects.sorted().compactMap { number in
      let send = sends.last { $0.number <= number }
      return seen.insert(send?.number ?? 0).inserted ? send?.location ?? creation : nil
    }
  }

  // MARK: Messages

  func noteSkipped(_ actions: [Action], _ when: String, at location: TestLocation) {
    guard case .off(true) = exhaustivity else { return }
    location.note(
      "\(Self.count(actions.count, "received action")) skipped \(when):\n\n\(Self.list(actions))")
  }

  func noteRunningEffects(_ what: String, at location: TestLocation) {
    guard case .off(true) = exhaustivity else { return }
    let count = core.originsOfRunningEffects.count
    guard count > 0 else { return }
    location.note("\(Self.count(count, "effect")) \(what).")
  }

  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  static func list(_ actions: [Action]) -> String {
    actions.map { action in
      var text = ""
      customDump(action, to: &text, indent: 2)
      return text
    }
    .joined(separator: "\n\n")
  }
}

/// An action that the test didn't send and hasn't asserted yet.
struct ReceivedAction<State, Action> {
  let action: Action
  /// The state after the action.
  let state: State
  /// The number in the next stack element's ID when the action arrived.
  let nextStackElement: Int
  /// The state after actions that the test sent before it asserted this one, or `nil` if it sent no actions.
  var afterSends: State?

  /// The state before the next action.
  var following: State { afterSends ?? state }
}
