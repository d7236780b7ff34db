/// A model that a view shows.
///
/// ```swift
/// struct CounterView: View {
///   @ObservedModel var model: CounterModel
///
///   var body: some View {
///     HStack {
///       Button("-") { model.decrementTapped() }
///       Text("\(model.count)")
///       Button("+") { model.incrementTapped() }
///     }
///   }
/// }
/// ```
/// While the view is evaluated, Cairn records what it reads of the model, such as `model.count`. If the view is
/// `Equatable`, it's evaluated again only after one of these values has changed:
///
/// ```swift
/// struct CounterRow: View, Equatable {
///   @ObservedModel var model: CounterModel
///   ...
/// }
/// ```
/// Everything that such a view shows must come from its properties and from models.
@propertyWrapper
public struct ObservedModel<M: Model>: Sendable {
  /// The model.
  public var wrappedValue: M

  /// Creates a property for a model.
  @inlinable
  public init(wrappedValue: M) {
    self.wrappedValue = wrappedValue
  }

  /// The wrapper itself, for `printStateUpdates(for: $model)`.
  @inlinable
  public var projectedValue: Self { self }
}

/// Two observed models are equal if they're the same model.
///
/// A view with only such a property is evaluated again only after a value that it has read has changed.
extension ObservedModel: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.wrappedValue._model.required === rhs.wrappedValue._model.required
  }
}
