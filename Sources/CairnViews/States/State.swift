/// A value that belongs to a view, such as whether a part of it is expanded.
///
/// Declare it in a ``View`` with an initial value. `$isExpanded` is a ``Binding`` for controls and for views within this
/// one, which declare it with `@Binding`.
///
/// ```swift
/// struct DetailsView: View {
///   let text: String
///   @State private var isExpanded = false
///
///   var body: some View {
///     Toggle("Details", isOn: $isExpanded)
///     if isExpanded { Text(text) }
///   }
/// }
/// ```
///
/// The value is kept in the scene, by the view's position in the page, its type, and the property's name. Each row of a
/// ``ForEach`` and each tab of the browser therefore has its own value. The value is stored with the scene, so it's still
/// there after a restart and on other servers.
///
/// - Until the first change, the value is the initial one. If the enclosing view passes another initial value, it's used.
/// - The value is discarded at the end of the first submission or change after which the view isn't in the page anymore.
///   The view is also another one if it has another ``View/id(_:)``, or if it's in another branch of an `if` or `switch`.
///   Hidden tabs, and screens below other screens, stay in the page.
/// - If a stored value can't be decoded, because its type has changed, the property has its initial value.
/// - Change the value in the closures of controls, and in work such as ``View/onAppear(perform:)`` and `task`. A change
///   while the page is rendered is ignored, and an issue is reported.
/// - All values of a scene together are limited to 256 KiB of JSON. A change beyond that is ignored, an issue is reported,
///   and the field that made the change shows an error.
///
/// Reducers and models don't see the value. Values that matter to them, to URLs, or to other views belong in the state of
/// a feature.
@propertyWrapper
public struct State<Value: Codable & Equatable & Sendable> {
  // `StateFields` replaces this reference in a copy of the view. It must be the only stored property, so that all
  // types of states have the same layout.
  private let box: AnyStateBox

  /// Creates a state with an initial value.
  public init(wrappedValue: Value) {
    StateFields.noteUse()
    box = StateBox(wrappedValue)
  }

  /// Creates a state with an initial value, for the initializer of a view.
  ///
  /// ```swift
  /// init(text: String) { _text = State(initialValue: text) }
  /// ```
  public init(initialValue: Value) { self.init(wrappedValue: initialValue) }

  private var typed: StateBox<Value> {
    // The box is created by an initializer, or from such a box by `connected(to:at:)`.
    unsafeDowncast(box, to: StateBox<Value>.self)
  }

  /// The current value. Outside of a page, it's the initial value, and changes are reported as issues.
  public var wrappedValue: Value {
    get { typed.value }
    nonmutating set { typed.value = newValue }
  }

  /// A binding to the value.
  public var projectedValue: Binding<Value> {
    let box = typed
    return Binding(get: { box.value }, set: { box.value = $0 })
  }
}

extension State where Value: ExpressibleByNilLiteral {
  /// Creates a state whose initial value is `nil`.
  public init() { self.init(wrappedValue: nil) }
}

/// Two states are equal if their initial values are.
///
/// Equal views are rendered once. A view that reads a state is rendered again if the current value changes.
extension State: Equatable {
  /// Returns whether the initial values are equal.
  public static func == (state: State, other: State) -> Bool {
    state.typed.initial == other.typed.initial
  }
}

extension State: AnyState {}

/// A ``State`` of any type.
protocol AnyState {}
