import CairnDependencies

/// A change of one property of a feature's state, as a binding sends it.
///
/// Two binding actions are equal when their key paths and their values are.
public struct BindingAction<Root>: Equatable, Sendable {
  @usableFromInline let change: any BindingChange<Root>

  @usableFromInline
  init(_ change: any BindingChange<Root>) {
    self.change = change
  }

  /// The property.
  public var keyPath: PartialKeyPath<Root> { change.keyPath }

  /// The value that the property gets.
  package var anyValue: Any { change.anyValue }

  /// A change of a property to a value. The other parameters are for messages.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(
      BindingChangeTo(
        keyPath, value,
        at: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// A change of a property that a store's binding makes.
  init<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value, at origin: StoreOrigin?
  ) {
    self.init(BindingChangeTo(keyPath, value, at: origin.map { _IssueLocation($0) }))
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.change === rhs.change || lhs.change.isEqual(to: rhs.change)
  }

  /// Whether a binding action changes a property, for patterns: `case .binding(\.text):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    keyPath == action.keyPath
  }
}
