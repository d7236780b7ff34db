/// A key of an environment value, with its type and default value.
///
/// The `@Entry` macro writes the conformance.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value

  /// The value if no enclosing view sets one.
  static var defaultValue: Value { get }
}

/// Values that views pass down to the views within them.
///
/// An application adds values of its own:
///
/// ```swift
/// extension EnvironmentValues {
///   @Entry var isCompact: Bool = false
/// }
/// ```
/// The values are used when views are evaluated and when their handlers run, which is always under the scene's lock.
/// They needn't be `Sendable`, so the conformance is unchecked.
public struct EnvironmentValues: @unchecked Sendable {
  /// The values of the view that's being evaluated.
  @TaskLocal package static var current = EnvironmentValues()

  private var values: [ObjectIdentifier: Any] = [:]

  /// Creates an environment with default values.
  public init() {}

  /// Whether all values are defaults.
  var isEmpty: Bool { values.isEmpty }

  /// Runs `body` in an environment with default values.
  package static func without<Result>(_ body: () -> Result) -> Result {
    current.isEmpty ? body() : $current.withValue(EnvironmentValues(), operation: body)
  }

  /// The value of a key.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// A property wrapper that reads an environment value in a view and in the closures of its controls.
///
/// ```swift
/// struct Prices: View {
///   @Environment(\.isCompact) var isCompact
///   var body: some View { Text(isCompact ? "12" : "12 coins") }
/// }
/// ```
/// During the evaluation of a view, the value is the one that the enclosing views set. In a button's closure, it's
/// the value at the button. Elsewhere, it's the default value.
@propertyWrapper
public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>

  /// Creates a wrapper for the value at a key path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  /// The current value.
  public var wrappedValue: Value { EnvironmentValues.current[keyPath: keyPath] }
}

/// Runs an operation with changed environment values, for tests of views.
///
/// ```swift
/// withEnvironment {
///   $0.navigator = recorder.navigator
/// } operation: {
///   HomeView().goToDetail()
/// }
/// ```
public func withEnvironment<Result>(
  _ update: (inout EnvironmentValues) -> Void, operation: () throws -> Result
) rethrows -> Result {
  var values = EnvironmentValues.current
  update(&values)
  return try EnvironmentValues.$current.withValue(values, operation: operation)
}
