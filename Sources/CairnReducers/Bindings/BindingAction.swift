import CairnDependencies

/// A change that a binding makes to one property of a feature's state.
///
/// Two binding actions are equal if their key paths and their values are equal.
public struct BindingAction<Root>: Equatable, Sendable {
  @usableFromInline let change: any BindingChange<Root>

  @usableFromInline
  init(_ change: any BindingChange<Root>) {
    self.change = change
  }

  /// The property to change.
  public var keyPath: PartialKeyPath<Root> { change.keyPath }

  /// The new value of the property.
  package var anyValue: Any { change.anyValue }

  /// Returns a binding action that sets a property.
  ///
  /// - Parameters:
  ///   - keyPath: The property to change.
  ///   - value: The new value.
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

  /// Creates a binding action for a change that a store's binding makes.
  init<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value, at origin: StoreOrigin?
  ) {
    self.init(BindingChangeTo(keyPath, value, at: origin.map { _IssueLocation($0) }))
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.change === rhs.change || lhs.change.isEqual(to: rhs.change)
  }

  /// Returns whether a binding action changes a property, for patterns such as `case .binding(\.text):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    keyPath == action.keyPath
  }
}
