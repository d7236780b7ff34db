// Hints in place of SwiftUI's property wrappers. To implement one of them, delete its hint.

/// A hint for `@State`.
@_documentation(visibility: private)
@available(
  *, unavailable, message: "Views don't keep state. Declare the value in the state of a feature."
)
public typealias State<Value> = _PropertyHint<Value>

/// A hint for `@StateObject`.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "Views don't own objects. Make a store a property of the 'App', and pass it to the view."
)
public typealias StateObject<Value> = _PropertyHint<Value>

/// A hint for `@ObservedObject`.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "Declare 'let store', or '@Bindable var store' if the view needs bindings."
)
public typealias ObservedObject<Value> = _PropertyHint<Value>

/// A hint for `@EnvironmentObject`.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "Pass the store to the view. For plain values, use '@Entry' and '@Environment'."
)
public typealias EnvironmentObject<Value> = _PropertyHint<Value>

/// A hint for `@FocusState`.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "The browser keeps the focus. To choose the first field, use 'defaultFocus()'."
)
public typealias FocusState<Value> = _PropertyHint<Value>

/// A hint for `@AppStorage`.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "A server has no user defaults. Use '@Shared(.session(\"key\"))' in a state."
)
public typealias AppStorage<Value> = _PropertyHint<Value>

/// A hint for `@SceneStorage`.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "The state of a scene is stored if it's 'Codable'. Declare the value in it."
)
public typealias SceneStorage<Value> = _PropertyHint<Value>

/// A hint for `@Published`.
@_documentation(visibility: private)
@available(
  *, unavailable, message: "Cairn doesn't use Combine. Declare the value in the state of a feature."
)
public typealias Published<Value> = _PropertyHint<Value>

/// The property wrapper of these hints.
@_documentation(visibility: private)
@propertyWrapper
public struct _PropertyHint<Value> {
  public var wrappedValue: Value {
    get { hint() }
    nonmutating set { hint() }
  }
  public var projectedValue: Binding<Value> { hint() }
  public init() {}
  public init(wrappedValue: Value) {}
  public init(initialValue: Value) {}
  public init(_ key: String) {}
  public init(wrappedValue: Value, _ key: String) {}
}

/// A hint for `ObservableObject`.
@_documentation(visibility: private)
@available(
  *, unavailable,
  message: "Cairn doesn't use Combine. Write a '@Reducer', or a 'Model' of 'CairnModels'."
)
public protocol ObservableObject: AnyObject {}

extension Environment {
  /// A hint for `@Environment(Model.self)`.
  @_documentation(visibility: private)
  @available(
    *, unavailable, message: "The environment takes key paths. Pass the store to the view."
  )
  public init(_ type: Value.Type) { hint() }
}

extension EnvironmentValues {
  /// A hint for `\.dismiss`.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message:
      "Send an action. The reducer sets the presented state to 'nil', or uses '@Dependency(\\.dismiss)'."
  )
  public var dismiss: () -> Void { hint() }
}

/// The body of hints, which the compiler lets no code call.
func hint() -> Never { preconditionFailure("This declaration is only a hint for the compiler") }
