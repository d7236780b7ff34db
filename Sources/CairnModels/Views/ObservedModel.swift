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
/// What the view reads of the model, by `model.count`, is known while it is evaluated.
@propertyWrapper
public struct ObservedModel<M: Model>: Sendable {
  public let wrappedValue: M

  @inlinable
  public init(wrappedValue: M) {
    self.wrappedValue = wrappedValue
  }

  /// The wrapper itself, for `printStateUpdates(for: $model)`.
  @inlinable
  public var projectedValue: Self { self }
}
