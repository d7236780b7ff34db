/// A value of the environment: its type and what it is where nobody set it.
///
/// `@Entry` writes the conformance.
public protocol EnvironmentKey {
  associatedtype Value

  /// The value where no view around has set one.
  static var defaultValue: Value { get }
}

/// What views around hand down to those inside.
///
/// An application adds values of its own:
///
/// ```swift
/// extension EnvironmentValues {
///   @Entry var isCompact: Bool = false
/// }
/// ```
/// It is used where views are evaluated and where their handlers run: under the scene's lock. Hence
/// unchecked: what it holds need not be `Sendable`.
public struct EnvironmentValues: @unchecked Sendable {
  /// The values where a view is evaluated now.
  @TaskLocal package static var current = EnvironmentValues()

  private var values: [ObjectIdentifier: Any] = [:]

  /// No value but the defaults.
  public init() {}

  /// Whether there is no value but the defaults.
  var isEmpty: Bool { values.isEmpty }

  /// Does something where no view has set any value.
  package static func without<Result>(_ body: () -> Result) -> Result {
    current.isEmpty ? body() : $current.withValue(EnvironmentValues(), operation: body)
  }

  /// The value of a key.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// A value of the environment, for a view and for the closures of its controls.
///
/// ```swift
/// struct Prices: View {
///   @Environment(\.isCompact) var isCompact
///   var body: some View { Text(isCompact ? "12" : "12 coins") }
/// }
/// ```
/// It is what the views around say, where the view is evaluated; in the closure of a button, where the
/// button is. Outside of both it is the default.
@propertyWrapper
public struct Environment<Value> {
  private let keyPath: KeyPath<EnvironmentValues, Value>

  /// The value at a key path.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  public var wrappedValue: Value { EnvironmentValues.current[keyPath: keyPath] }
}

/// Does something where the environment has other values: for tests of what a view does.
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
