import CairnDependencies
import CairnReducers

extension TestStore {
  /// Asserts the current state without sending an action.
  public func assert(
    _ assert: (_ state: inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let location = TestLocation(fileID, filePath, line, column)
    record.shared.noteCheckpoint()
    let state = state
    defer { self.state = state }
    let views = sharedViews(isExhaustive: exhaustivity == .on)
    var expected = state
    let dependencies = dependencies(dependencies.stackElementIDs.generation)
    do { try views.run(assert, on: &expected, with: dependencies) } catch {
      reportThrow(error, at: location)
      return
    }
    reportDifference(expected: expected, actual: state, views, at: location)
  }

  /// Fails the test if an action didn't change the state as asserted.
  ///
  /// In an exhaustive test, the closure changes the state from before the action. Otherwise, it changes the actual
  /// state, so properties that it doesn't set are always right.
  func expect(
    _ before: State, becomes after: State, _ nextStackElement: Int,
    _ assert: ((inout State) throws -> Void)?, at location: TestLocation
  ) {
    let dependencies = dependencies(nextStackElement)
    let views = sharedViews(isExhaustive: exhaustivity == .on)
    var expected = exhaustivity == .on ? before : after
    if let assert {
      do { try views.run(assert, on: &expected, with: dependencies) } catch {
        reportThrow(error, at: location)
        return
      }
      if exhaustivity == .on, !views.assertsWrite,
        views.isUnchanged(before, expected: expected, actual: after)
      {
        location.fail(
          """
          Expected the state to change, but neither the action nor the assertion changed it.

          If no change is expected, remove the closure.
          """)
        return
      }
    }
    if case .off(true) = exhaustivity {
      noteUnasserted(before, after, dependencies, assert, at: location)
    }
    reportDifference(expected: expected, actual: after, views, at: location)
  }

  private func noteUnasserted(
    _ before: State, _ after: State, _ dependencies: DependencyValues,
    _ assert: ((inout State) throws -> Void)?, at location: TestLocation
  ) {
    var asserted = before
    let views = sharedViews(isExhaustive: true)
    if let assert { try? views.run(assert, on: &asserted, with: dependencies) }
    if let difference = views.difference(expected: asserted, actual: after) {
      location.note("Not asserted:\n\n\(difference)\n\n(Asserted: −, Actual: +)")
    }
  }

  /// Returns dependencies for an assertion, in which stacks generate the same IDs as in the feature.
  private func dependencies(_ nextStackElement: Int) -> DependencyValues {
    var dependencies = dependencies
    dependencies.stackElementIDs = StackElementIDs(from: nextStackElement)
    return dependencies
  }

  private func reportThrow(_ error: any Error, at location: TestLocation) {
    location.fail("The assertion threw an error: \(error)")
  }

  private func reportDifference(
    expected: State, actual: State, _ views: TestViews, at location: TestLocation
  ) {
    guard !views.areEqual(expected: expected, actual: actual) else { return }
    let difference =
      views.difference(expected: expected, actual: actual)
      ?? "The values have the same description, but they aren't equal ('==' returns 'false')."
    location.fail(
      "A state change does not match expectation: …\n\n\(difference)\n\n(Expected: −, Actual: +)")
  }
}
