/// The dependencies of a piece of code: what it needs of the world outside, each under a key.
///
/// A value that was not set has the default of its key in the current ``context``. You add a
/// dependency by a ``DependencyKey`` and a property:
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
/// It is read with ``Dependency`` and set for a while with
/// ``withDependencies(_:operation:)``. Copies share their storage until one of them changes.
public struct DependencyValues: Sendable {
  /// The values of the current task. Use ``Dependency`` to read and ``withDependencies(_:operation:)``
  /// to set them.
  @TaskLocal public static var _current = DependencyValues()

  /// Where the code runs, which decides the defaults. By default `.test` in a process that runs
  /// tests and `.live` elsewhere. What was set explicitly stays set in any context.
  public var context: DependencyContext

  /// What was set. The box under a key is always a `DependencyBox<Key.Value>`.
  @usableFromInline var storage: [ObjectIdentifier: any AnyObject & Sendable] = [:]

  /// The `@Dependency` that is being read, where one is.
  @usableFromInline var declaration: DependencyDeclaration?

  /// Where the defaults are kept; nil means to look up those of the current test or the process.
  var caches: DependencyCaches?

  /// Whether a closure that sets values has hold of these.
  var isPreparing = false

  /// Whether they are those of a reducer's store, or made of those.
  package var isOfStore = false

  /// The line that their store was made at.
  package var storeOrigin: StoreOrigin?

  /// Values that are all defaults.
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

  /// The dependency of a key that is read by `@Dependency(Key.self)`.
  @inlinable
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    if let box = storage[ObjectIdentifier(key)] {
      return unsafeDowncast(box, to: DependencyBox<Key.Value>.self).value
    }
    return defaultValue(of: key, named: nil, declaration: declaration)
  }

  /// Does something with these values as the current ones.
  package func asCurrent<Result>(_ operation: () -> Result) -> Result {
    Self.$_current.withValue(self, operation: operation)
  }

  /// These values, changed by a closure.
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
    // Found once here, not at each read below: finding the current test is slow.
    caches = caches ?? .current
  }

  mutating func endPreparing() {
    isPreparing = false
    declaration = nil
  }
}

/// A value on the heap, so that a dictionary of dependencies is one of pointers, and reading one
/// needs no dynamic cast.
@usableFromInline
final class DependencyBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
