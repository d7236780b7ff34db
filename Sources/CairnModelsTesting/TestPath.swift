public import CairnModels

/// A part of a model's state that a test asserts.
@dynamicMemberLookup
public struct TestPath<M: Model, Value: Equatable> {
  let model: TestModel<M>
  let keyPath: WritableKeyPath<M.State, Value>

  /// A part of the part.
  public subscript<Member: Equatable>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> TestPath<M, Member> {
    TestPath<M, Member>(model: model, keyPath: self.keyPath.appending(path: keyPath))
  }

  /// A part of the part that can not be set, such as a computed one.
  @_disfavoredOverload
  public subscript<Member: Equatable>(
    dynamicMember keyPath: KeyPath<Value, Member>
  ) -> TestValue<M, Member> {
    TestValue(model: model, keyPath: self.keyPath.appending(path: keyPath))
  }

  /// Asserts what the part is, within a second.
  public nonisolated(nonsending) func assert(
    _ value: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await model.assert(
      { $0[keyPath: keyPath] = value }, at: TestLocation(fileID, filePath, line, column))
  }

  /// Asserts how the part has changed, within a second.
  /// - Parameter update: Changes the part as it was asserted last to what it has to be.
  public nonisolated(nonsending) func assert(
    _ update: (inout Value) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    await model.assert(
      { try update(&$0[keyPath: keyPath]) }, at: TestLocation(fileID, filePath, line, column))
  }
}

/// A part of a model's state that follows from others, and that a test asserts.
public struct TestValue<M: Model, Value: Equatable> {
  let model: TestModel<M>
  let keyPath: KeyPath<M.State, Value>

  /// Asserts what the part is, within a second. What it follows from is to be asserted by itself.
  public nonisolated(nonsending) func assert(
    _ value: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let test = model.test else { return }
    let isMet = await test.record.wait(for: .seconds(1)) {
      model.wrappedValue._model.state[keyPath: keyPath] == value
    }
    guard !isMet else { return }
    TestLocation(fileID, filePath, line, column).fail(
      """
      The value is not what was expected: …

      \(difference(expected: value, actual: model.wrappedValue._model.state[keyPath: keyPath]))
      """)
  }
}
