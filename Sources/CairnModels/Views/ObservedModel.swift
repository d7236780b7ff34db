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
/// What the view reads of the model, by `model.count`, is known while it is evaluated. Where the view is
/// `Equatable`, it is not evaluated again before something of that has changed:
///
/// ```swift
/// struct CounterRow: View, Equatable {
///   @ObservedModel var model: CounterModel
///   ...
/// }
/// ```
/// All that such a view shows has to come from its properties and from models.
@propertyWrapper
public struct ObservedModel<M: Model>: Sendable {
  public var wrappedValue: M

  @inlinable
  public init(wrappedValue: M) {
    self.wrappedValue = wrappedValue
  }

  /// The wrapper itself, for `printStateUpdates(for: $model)`.
  @inlinable
  public var projectedValue: Self { self }
}

/// Two are equal where they are the same model: a view that has no more than that need not be evaluated
/// again before something changes that it has read of it.
extension ObservedModel: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.wrappedValue._model.required === rhs.wrappedValue._model.required
  }
}
