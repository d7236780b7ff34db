public import CairnModels
import IssueReporting

/// A model under test. The `$` prefix gives access to its assertions.
///
/// ```swift
/// @TestModel var counter = try #require(store.model.$counters.first?.$counter)
///
/// counter.incrementTapped()
/// await $counter.count.assert(1)
///
/// counter.factButtonTapped()
/// await $counter.receive(.onFact("1 is a good number."))
/// ```
/// It must be a model of a ``TestStore``.
@propertyWrapper
@dynamicMemberLookup
public struct TestModel<M: Model>: Sendable {
  /// The model.
  public var wrappedValue: M
  // Retains the test, which ends when the store and all its models have been released.
  let test: (any AnyTest)?

  /// Creates a property for a model. It reports an issue if the model doesn't belong to a ``TestStore``.
  public init(
    wrappedValue: M, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    self.wrappedValue = wrappedValue
    test = (StoreProbe.observer(of: wrappedValue) as? TestRecord)?.owner
    if test == nil {
      reportIssue(
        """
        The store of a '@TestModel' of type \(M.self) isn't a 'TestStore', or no longer exists.

        The model can't be asserted. Get it from the 'model' property of a 'TestStore', and keep a \
        reference to that store during the test.
        """,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// The wrapper itself, which provides the assertions.
  public var projectedValue: Self { self }

  /// A part of the state, for assertions.
  public subscript<Value: Equatable>(
    dynamicMember keyPath: WritableKeyPath<M.State, Value>
  ) -> TestPath<M, Value> {
    TestPath(model: self, keyPath: keyPath)
  }

  /// A read-only part of the state, such as a computed property, for assertions.
  public subscript<Value: Equatable>(
    dynamicMember keyPath: KeyPath<M.State, Value>
  ) -> TestValue<M, Value> {
    TestValue(model: self, keyPath: keyPath)
  }

  /// Asserts how the state has changed, or changes within a second.
  /// - Parameter update: Changes the state of the last assertion to the expected state.
  public nonisolated(nonsending) func assert(
    _ update: (inout M.State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await assert(update, at: TestLocation(fileID, filePath, line, column))
  }

  /// Asserts that the state equals a given state, or does so within a second.
  public nonisolated(nonsending) func assert(
    _ state: M.State,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await assert({ $0 = state }, at: TestLocation(fileID, filePath, line, column))
  }

  /// Asserts that the model has sent an event, or sends it within a second.
  ///
  /// Events can be received in any order.
  public nonisolated(nonsending) func receive(
    _ event: M.Event,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where M.Event: Equatable {
    await receive(event, at: TestLocation(fileID, filePath, line, column))
  }

  /// Asserts that the model has sent an event of any type, or sends it within a second.
  @_disfavoredOverload
  public nonisolated(nonsending) func receive<Event: Equatable & Sendable>(
    _ event: Event,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await receive(event, at: TestLocation(fileID, filePath, line, column))
  }
}

extension TestModel {
  nonisolated(nonsending) func assert(
    _ update: (inout M.State) throws -> Void, at location: TestLocation
  ) async {
    guard let test else { return }
    let identity = ModelIdentity(of: wrappedValue)
    guard test.exhaustivity.contains(.state) else {
      return await assertPart(update, of: test, at: location)
    }
    guard identity.isThere else {
      return location.fail(
        """
        Can't assert a \(M.self) that no longer exists. Its state was removed from its parent's state.
        """)
    }
    // A new model isn't in the last asserted state if the change that added it hasn't been asserted yet.
    guard var state = identity.state(in: test.anyExpected) as? M.State else {
      return location.fail(
        """
        Can't assert a \(M.self), because the test didn't assert that it was added.

        First assert the change of its parent's state.
        """)
    }
    do { try update(&state) } catch {
      return location.fail("The assertion threw an error: \(error)")
    }
    guard let root = identity.root(test.anyExpected, with: state) else { return }
    if await !test.wait(until: { test.isActual(root) }) {
      location.fail(
        """
        The state doesn't match the expectation: …

        \(test.difference(root))
        """)
    }
    test.expectActual(at: location)
  }

  /// Asserts only the values that an update sets. The actual state must already have them.
  private nonisolated(nonsending) func assertPart(
    _ update: (inout M.State) throws -> Void, of test: any AnyTest, at location: TestLocation
  ) async {
    var failure: (any Error)?
    func expected() -> (expected: M.State, actual: M.State) {
      let actual = wrappedValue._model.state
      var expected = actual
      do { try update(&expected) } catch { failure = error }
      return (expected, actual)
    }
    let isMet = await test.wait {
      let states = expected()
      return failure != nil || states.expected == states.actual
    }
    if let failure {
      location.fail("The assertion threw an error: \(failure)")
    } else if !isMet {
      let states = expected()
      location.fail(
        """
        The state doesn't match the expectation: …

        \(difference(expected: states.expected, actual: states.actual))
        """)
    }
    test.expectActual(at: location)
  }

  nonisolated(nonsending) func receive<Event: Equatable & Sendable>(
    _ event: Event, at location: TestLocation
  ) async {
    guard let test else { return }
    let identity = ModelIdentity(of: wrappedValue)
    let isReceived = await test.wait {
      test.record.takeEvent { $0.sender == identity && $0.value as? Event == event } != nil
    }
    guard !isReceived else { return }
    let others = test.record.events
    let list = others.map { other in
      "\(dumped(other.value))\n    from "
        + (other.sender == identity ? "this \(other.sender)" : "\(other.sender)")
    }
    location.fail(
      """
      This \(M.self) didn't send this event within \(patience):

      \(dumped(event))

      \(others.isEmpty
        ? "There are no other events to receive." : "Other events to receive:\n\n\(list.joined(separator: "\n\n"))")
      """)
  }
}
