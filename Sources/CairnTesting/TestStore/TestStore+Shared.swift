import CairnDependencies
import CairnReducers

/// What shared values were, at the moments that a test asserts.
///
/// A copy of a state leads to the same shared values, so what they were has to be known apart from it.
@MainActor
final class TestShared {
  private let log = SharedChangeLog()
  /// The moment of the state that was asserted so far.
  private var asserted: Int
  /// The moment after the action that is being sent, or of an assertion without one.
  private var current: Int?
  /// The moments after all actions that were received.
  private var arrivals: [Int] = []

  init() {
    asserted = log.capture()
  }

  /// Notes that an action was processed.
  func noteAction(isReceived: Bool) {
    if isReceived { arrivals.append(log.capture()) } else { noteMoment() }
  }

  /// Notes that what is so now will be asserted.
  func noteMoment() {
    current = log.capture()
  }

  /// Notes that the asserted state went on to the current moment, or else to the last action that does
  /// not wait any more.
  func noteAsserted(waiting: Int) {
    asserted = actual(waiting: waiting)
    current = nil
  }

  private func actual(waiting: Int) -> Int {
    if let current { return current }
    let index = arrivals.count - waiting - 1
    return arrivals.indices.contains(index) ? max(asserted, arrivals[index]) : asserted
  }

  /// The views for an assertion.
  func views(waiting: Int, isExhaustive: Bool) -> TestViews {
    let actual = actual(waiting: waiting)
    return TestViews(
      before: SharedView(log, at: asserted),
      expected: SharedView(log, at: isExhaustive ? asserted : actual),
      actual: SharedView(log, at: actual))
  }

  /// What has changed in the shared values of a state since it was asserted.
  func unasserted<State: Equatable>(in state: State) -> String? {
    guard log.hasChanges(since: asserted) else { return nil }
    let before = SharedView(log, at: asserted)
    noteMoment()
    noteAsserted(waiting: 0)
    let now = SharedView(log, at: asserted)
    guard !SharedContext.areEqual(state, in: before, state, in: now) else { return nil }
    return StateDifference.text(state, in: before, state, in: now)
  }
}

/// How the two sides of an assertion see shared values.
@MainActor
struct TestViews {
  /// As they were asserted so far.
  let before: SharedView
  /// As the test changes them.
  let expected: SharedView
  /// As they were after the action.
  let actual: SharedView

  /// Runs the closure of an assertion: it reads and changes shared values in its view only.
  func run<State>(
    _ assert: (inout State) throws -> Void, on state: inout State,
    with dependencies: DependencyValues
  ) rethrows {
    try SharedContext.$current.withValue(.reading(expected)) {
      try DependencyValues.$_current.withValue(dependencies) { try assert(&state) }
    }
  }

  /// Whether a state is what the test expects.
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

  /// Whether the test writes a shared value that the feature has written too, if only over itself.
  var assertsWrite: Bool { expected.repeatsWrite(since: before, until: actual) }

  /// How a state is another one than the test expects.
  func difference<State>(expected state: State, actual: State) -> String? {
    StateDifference.text(state, in: expected, actual, in: self.actual)
  }
}

/// How two states differ, for people.
private enum StateDifference {
  /// Wrapped properties go by their own names rather than by those of their wrappers, and shared values
  /// are numbered only if one of them is mentioned twice. Other numbers, as those of a stack's elements, stay.
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
    // As in the text, without what marks a wrapper's storage.
    Set(SharedContext.names(in: state).map { String($0.drop { $0 == "_" || $0 == "$" }) })
  }
}

extension TestStore {
  /// The views of the assertion that is made now.
  func sharedViews(isExhaustive: Bool) -> TestViews {
    record.shared.views(waiting: record.received.count, isExhaustive: isExhaustive)
  }
}

extension TestRecord where State: Equatable {
  /// Fails where shared values changed and the test did not assert it.
  func checkShared(at location: TestLocation) {
    let difference = shared.unasserted(in: core.state)
    guard exhaustivity == .on, let difference else { return }
    location.fail(
      """
      Shared state has changed, and the test did not assert it: …

      \(difference)

      (Before: −, After: +)

      Assert it where it changes, or, where no action tells of it, with \
      'store.assert { $0.$name.withLock { $0 = … } }'.
      """)
  }
}
