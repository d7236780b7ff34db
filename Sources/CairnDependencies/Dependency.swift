/// A property that reads a dependency from the current ``DependencyValues``.
///
/// ```swift
/// struct AddItem {
///   @Dependency(\.uuid) var uuid
///   @Dependency(Mailer.self) var mailer
///
///   func callAsFunction(named name: String) -> Item {
///     Item(id: uuid(), name: name)
///   }
/// }
/// ```
///
/// The dependency is looked up at each access. The property therefore returns the value that's current then,
/// rather than the value that was current when the property was created:
///
/// ```swift
/// @Dependency(\.date) var date
/// withDependencies {
///   $0.date = .constant(Date(timeIntervalSince1970: 0))
/// } operation: {
///   date.now  // 1970
/// }
/// ```
@propertyWrapper
public struct Dependency<Value>: Sendable {
  @usableFromInline
  enum Source: Sendable {
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
    case key(any TestDependencyKey<Value>.Type)
  }

  @usableFromInline let source: Source
  @usableFromInline let declaration: DependencyDeclaration

  /// Creates a property for a dependency that's a property of ``DependencyValues``, as in
  /// `@Dependency(\.uuid)`.
  ///
  /// The last four parameters are the source location of the declaration, for messages.
  @inlinable
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    source = .keyPath(keyPath)
    declaration = DependencyDeclaration(
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a property for a dependency that's identified by its key, as in `@Dependency(Mailer.self)`.
  ///
  /// The last four parameters are the source location of the declaration, for messages.
  @inlinable
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    source = .key(key)
    declaration = DependencyDeclaration(
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The current value of the dependency.
  @inlinable
  public var wrappedValue: Value {
    var values = DependencyValues._current
    values.declaration = declaration
    return switch source {
    case .keyPath(let keyPath): values[keyPath: keyPath]
    case .key(let key): values.value(of: key)
    }
  }
}
