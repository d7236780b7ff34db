import CairnReducers
import CustomDump
import IssueReporting

/// What a test store has seen and the test has not asserted yet.
///
/// It outlives its store for the length of the last check, which `TestStore` can not make itself: what
/// its `deinit` may touch is only what is `Sendable`.
@MainActor
final class TestRecord<State: Equatable, Action> {
  let core: TestCore<State, Action>
  let creation: TestLocation
  var exhaustivity = Exhaustivity.on
  var received: [ReceivedAction<State, Action>] = [] {
    didSet { reported = max(0, reported - max(0, oldValue.count - received.count)) }
  }
  /// How many of them the test was told of already, those that wait longest.
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

  /// Lets the effects that are ready run, until each of them waits or has ended.
  func runEffects() { isolation.runEffects() }

  /// How often effects have gone on there.
  var numberOfRuns: Int { isolation.numberOfRuns }

  /// Notes an action that came by itself.
  func note(_ action: Action, _ state: State) {
    received.append(
      ReceivedAction(action: action, state: state, nextStackElement: core.nextStackElement))
  }

  /// Takes the actions that wait as handled.
  /// - Returns: The state after the last of them; nil where there are none.
  func takeReceived() -> State? {
    defer { received = [] }
    return received.last?.following
  }

  /// Fails where actions wait that were not received.
  func checkReceivedActions(at location: TestLocation) {
    guard received.count > reported else { return }
    reported = received.count
    guard exhaustivity == .on else {
      noteSkipped(received.map(\.action), "at the end", at: location)
      return
    }
    location.fail(
      """
      The store received \(Self.count(received.count, "action")) that the test did not assert:

      \(Self.list(received.map(\.action)))

      Assert each with 'await store.receive(...)', or skip them with \
      'await store.skipReceivedActions()'.
      """)
  }

  /// The checks at the end of a test, and the end of all effects.
  func end() {
    if exhaustivity != .off { letEffectsEnd() }
    if received.isEmpty { checkShared(at: creation) }
    checkReceivedActions(at: creation)
    noteRunningEffects("still running at the end", at: creation)
    if exhaustivity == .on {
      for location in sendsOfRunningEffects {
        location.fail(
          """
          An effect of this action still ran when the test ended.

          • If it waits for a clock, advance it before the end.
          • If it lives as long as the feature does, cancel it: 'await task.cancel()' with the task \
          that 'send' returns, or 'await store.skipInFlightEffects()'.
          """)
      }
    }
    core.cancelAll()
  }

  /// Lets in what comes in this moment: the end of an effect, or an action that nobody has asserted.
  private func letEffectsEnd() {
    core.observe { [weak self] action, state in
      MainActor.assumeIsolated { self?.note(action, state) }
    }
    isolation.letIn { !core.hasRunningEffects }
  }

  /// The sends whose effects run. An effect of a received action is blamed on the send before it.
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

/// An action that came by itself and was not asserted yet.
struct ReceivedAction<State, Action> {
  let action: Action
  /// The state after it.
  let state: State
  /// The number of the next stack element's id as it came.
  let nextStackElement: Int
  /// The state after what the test has sent though this was not asserted; nil where it has sent nothing.
  var afterSends: State?

  /// The state that the next action met.
  var following: State { afterSends ?? state }
}
