import CairnDependencies
import CairnReducers

/// The values of shared state at the checkpoints that a test asserts.
///
/// A copy of the state refers to the same shared values. Their earlier values must therefore be recorded separately.
@MainActor
final class TestShared {
  private let log = SharedChangeLog()
  /// The checkpoint of the last asserted state.
  private var asserted: Int
  /// The checkpoint after the action that is being sent, or of an assertion without an action.
  private var current: Int?
  /// The checkpoints after each received action.
  private var arrivals: [Int] = []

  init() {
    asserted = log.capture()
  }

  /// Records that an action was processed.
  func noteAction(isReceived: Bool) {
    if isReceived { arrivals.append(log.capture()) } else { noteCheckpoint() }
  }

  /// Records that the current values will be asserted.
  func noteCheckpoint() {
    current = log.capture()
  }

  /// Records an assertion of the current checkpoint, or otherwise of the last action that isn't waiting anymore.
  func noteAsserted(waiting: Int) {
    asserted = actual(waiting: waiting)
    current = nil
  }

  private func actual(waiting: Int) -> Int {
    if let current { return current }
    let index = arrivals.count - waiting - 1
    return arrivals.indices.contains(index) ? max(asserted, arrivals[index]) : asserted
  }

  /// Returns the views of shared state for an assertion.
  func views(waiting: Int, isExhaustive: Bool) -> TestViews {
    let actual = actual(waiting: waiting)
    return TestViews(
      before: SharedView(log, at: asserted),
      expected: SharedView(log, at: isExhaustive ? asserted : actual),
      actual: SharedView(log, at: actual))
  }

  /// Returns the differences in a state's shared values since it was asserted, or `nil` if there are no changes.
  func unasserted<State: Equatable>(in state: State) -> String? {
    guard log.hasChanges(since: asserted) else { return nil }
    let before = SharedView(log, at: asserted)
    noteCheckpoint()
    noteAsserted(waiting: 0)
    let now = SharedView(log, at: asserted)
    guard !SharedContext.areEqual(state, in: before, state, in: now) else { return nil }
    return StateDifference.text(state, in: before, state, in: now)
  }
}

/// The views of shared state on the two sides of an assertion.
@MainActor
struct TestViews {
  /// The values at the last assertion.
  let before: SharedView
  /// The values as the test changes them.
  let expected: SharedView
  /// The values after the action.
  let actual: SharedView

  /// Runs the closure of an assertion, which reads and changes shared values only in the expected view.
  func run<State>(
    _ assert: (inout State) throws -> Void, on state: inout State,
    with dependencies: DependencyValues
  ) rethrows {
    try SharedContext.$current.withValue(.reading(expected)) {
      try DependencyValues.$_current.withValue(dependencies) { try assert(&state) }
    }
  }

  /// Whether a state is equal to the state that the test expects.
  func areEqual<State: Equatable>(expected state: State, actual: State) -> Bool {
    SharedContext.areEqual(state, in: expected, actual, in: self.actual)
  }

  /// Whether neither the test nor the feature changed a state.
  func isUnchanged<State: Equatable>(
    _ before: State, expected state: State, actual: State
  ) -> Bool {
    SharedContext.areEqual(before, in: self.before, state, in: expected)
      && SharedContext.areEqual(before, in: self.before, actual, in: self.actual)
  }

  /// Whether the test writes a shared value that the feature has also written, even if the value didn't change.
  var assertsWrite: Bool { expected.repeatsWrite(since: before, until: actual) }

  /// Returns the differences between the expected and the actual state, or `nil` if there aren't any.
  func difference<State>(expected state: State, actual: State) -> String? {
    StateDifference.text(state, in: expected, actual, in: self.actual)
  }
}

/// The difference between two states as text.
private enum StateDifference {
  /// Returns the differences between two states.
  ///
  /// Wrapped properties are shown with their own names instead of the names of their storage. Shared values are
  /// numbered only if one of them occurs twice. Other numbers, such as the IDs of stack elements, are kept.
  static func text<State>(
    _ left: State, in leftView: SharedView, _ right: State, in rightView: SharedView
  ) -> String? {
    guard
      let text = SharedContext.difference(left, in: leftView, right, in: rightView)?
        .replacing(/(?m)^([ \u{2007}−+]*)[$_](\w+:)/, with: { "\($0.1)\($0.2)" })
    else { return nil }
    guard !text.contains("(↩︎)") else { return text }
    let names = sharedNames(in: left).union(sharedNames(in: right))
    return text.replacing(/(?m)^([ \u{2007}−+]*(\w+):) #\d+(?= )/) {
      names.contains(String($0.2)) ? $0.1 : $0.0
    }
  }

  private static func sharedNames<State>(in state: State) -> Set<String> {
    // Removes the prefixes of a wrapper's storage, as in the text.
    Set(SharedContext.names(in: state).map { String($0.drop { $0 == "_" || $0 == "$" }) })
  }
}

extension TestStore {
  /// Returns the views of shared state for the current assertion.
  func sharedViews(isExhaustive: Bool) -> TestViews {
    record.shared.views(waiting: record.received.count, isExhaustive: isExhaustive)
  }
}

extension TestRecord where State: Equatable {
  /// Fails the test if shared values changed and the test didn't assert that.
  func checkShared(at location: TestLocation) {
    let difference = shared.unasserted(in: core.state)
    guard exhaustivity == .on, let difference else { return }
    location.fail(
      """
      Shared state has changed, but the test didn't assert the change: …

      \(difference)

      (Before: −, After: +)

      Assert it with the action that changes it, or, if no action does, with \
      'store.assert { $0.$name.withLock { $0 = … } }'.
      """)
  }
}
