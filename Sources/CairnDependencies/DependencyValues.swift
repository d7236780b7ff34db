/// A collection of the external values that code depends on, each with its key.
///
/// If a value isn't set, it has the default value of its key in the current ``context``. To add a dependency,
/// declare a ``DependencyKey`` and a property:
///
/// ```swift
/// extension DependencyValues {
///   var mailer: Mailer {
///     get { self[Mailer.self] }
///     set { self[Mailer.self] = newValue }
///   }
/// }
/// ```
///
/// Read a dependency with ``Dependency``, and set it for an operation with ``withDependencies(_:operation:)``.
/// Copies share their storage until one of them changes.
public struct DependencyValues: Sendable {
  /// The values of the current task. Use ``Dependency`` to read them, and ``withDependencies(_:operation:)`` to
  /// set them.
  @TaskLocal public static var _current = DependencyValues()

  /// The context in which the code runs, which determines the default values.
  ///
  /// It's `.test` in a process that runs tests, and `.live` otherwise. Values that were set explicitly don't
  /// depend on it.
  public var context: DependencyContext

  /// The values that were set. The box of a key is always a `DependencyBox<Key.Value>`.
  @usableFromInline var storage: [ObjectIdentifier: any AnyObject & Sendable] = [:]

  /// The declaration of the `@Dependency` that's being read, if any.
  @usableFromInline var declaration: DependencyDeclaration?

  /// The caches of default values, or `nil` for the caches of the current test or the process.
  var caches: DependencyCaches?

  /// Whether a closure that sets values is currently using these values.
  var isPreparing = false

  /// Whether these are the values of a reducer's store, or were derived from them.
  package var isOfStore = false

  /// The source location at which their store was created.
  package var storeOrigin: StoreOrigin?

  /// The request of the scene or effect, or `nil` outside of scenes.
  package var currentRequest: CurrentRequest?

  /// Creates a collection with only default values.
  public init() {
    context = .ofProcess
  }

  /// The dependency of a key. The last five parameters are for messages.
  @inlinable
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function
  ) -> Key.Value {
    get {
      if let box = storage[ObjectIdentifier(key)] {
        return unsafeDowncast(box, to: DependencyBox<Key.Value>.self).value
      }
      return defaultValue(
        of: key,
        named: function,
        declaration: declaration
          ?? DependencyDeclaration(fileID: fileID, filePath: filePath, line: line, column: column)
      )
    }
    set {
      storage[ObjectIdentifier(key)] = DependencyBox(newValue)
    }
  }

  /// Returns the dependency of a key for `@Dependency(Key.self)`.
  @inlinable
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    if let box = storage[ObjectIdentifier(key)] {
      return unsafeDowncast(box, to: DependencyBox<Key.Value>.self).value
    }
    return defaultValue(of: key, named: nil, declaration: declaration)
  }

  /// Returns whether a dependency was set.
  func isSet(_ key: any TestDependencyKey.Type) -> Bool { storage[ObjectIdentifier(key)] != nil }

  /// Makes a dependency have its default value again.
  mutating func reset(_ key: any TestDependencyKey.Type) { storage[ObjectIdentifier(key)] = nil }

  /// Runs an operation with these values as the current ones.
  package func asCurrent<Result>(_ operation: () -> Result) -> Result {
    Self.$_current.withValue(self, operation: operation)
  }

  /// Returns a copy of these values with the changes of a closure.
  func preparing(_ update: (inout Self) throws -> Void) rethrows -> Self {
    var values = self
    values.beginPreparing()
    try update(&values)
    values.endPreparing()
    return values
  }

  mutating func beginPreparing() {
    isPreparing = true
    declaration = nil
    // Find the caches here rather than at each read, because finding the current test is slow.
    caches = caches ?? .current
  }

  mutating func endPreparing() {
    isPreparing = false
    declaration = nil
  }
}

/// A value on the heap.
///
/// With boxes, the dictionary of dependencies contains only pointers, and reading a value doesn't need a
/// dynamic cast.
@usableFromInline
final class DependencyBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
