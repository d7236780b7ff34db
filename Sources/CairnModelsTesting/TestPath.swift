public import CairnModels

/// A part of a model's state, for assertions.
@dynamicMemberLookup
public struct TestPath<M: Model, Value: Equatable> {
  let model: TestModel<M>
  let keyPath: WritableKeyPath<M.State, Value>

  /// A member of this part.
  public subscript<Member: Equatable>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> TestPath<M, Member> {
    TestPath<M, Member>(model: model, keyPath: self.keyPath.appending(path: keyPath))
  }

  /// A read-only member of this part, such as a computed property.
  @_disfavoredOverload
  public subscript<Member: Equatable>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> TestValue<M, Member> {
    TestValue(model: model, keyPath: self.keyPath.appending(path: keyPath))
  }

  /// Asserts that this part equals a value, or does so within a second.
  public nonisolated(nonsending) func assert(
    _ value: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await model.assert(
      { $0[keyPath: keyPath] = value }, at: TestLocation(fileID, filePath, line, column))
  }

  /// Asserts how this part has changed, or changes within a second.
  /// - Parameter update: Changes the value of the last assertion to the expected value.
  public nonisolated(nonsending) func assert(
    _ update: (inout Value) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await model.assert(
      { try update(&$0[keyPath: keyPath]) }, at: TestLocation(fileID, filePath, line, column))
  }
}

/// A read-only part of a model's state, for assertions.
public struct TestValue<M: Model, Value: Equatable> {
  let model: TestModel<M>
  let keyPath: KeyPath<M.State, Value>

  /// Asserts that this part equals a value, or does so within a second.
  ///
  /// The stored properties that it's computed from must be asserted separately.
  public nonisolated(nonsending) func assert(
    _ value: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let test = model.test else { return }
    let isMet = await test.wait {
      model.wrappedValue._model.state[keyPath: keyPath] == value
    }
    guard !isMet else { return }
    TestLocation(fileID, filePath, line, column).fail(
      """
      The value doesn't match the expectation: …

      \(difference(expected: value, actual: model.wrappedValue._model.state[keyPath: keyPath]))
      """)
  }
}
