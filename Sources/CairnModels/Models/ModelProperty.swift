/// A value of a model that isn't part of its state. It's neither observed nor stored.
///
/// ```swift
/// @ModelProperty private var hasAskedBefore = false
/// ```
/// The value exists once per model in the store, and is released with the model's state. The initial value is
/// evaluated when it's first needed.
@propertyWrapper
public struct ModelProperty<Value: Sendable>: Sendable {
  private let context: AnyContext?
  private let slot: Int
  private let initial: @Sendable () -> Value

  /// Creates a property with an initial value.
  /// - Parameter wrappedValue: The initial value. It's evaluated when it's first needed.
  public init(wrappedValue: @autoclosure @escaping @Sendable () -> Value) {
    context = ModelCreation.current
    slot = ModelCreation.nextSlot()
    initial = wrappedValue
  }

  /// The value.
  public var wrappedValue: Value {
    get {
      guard let context else { return initial() }
      if let kept = context.core.locked({ context.properties[slot] }), let value = kept as? Value {
        return value
      }
      // The initial value is the application's code, so evaluate it outside the store's lock.
      let made = initial()
      return context.core.locked {
        if let kept = context.properties[slot], let value = kept as? Value { return value }
        if context.isActive { context.properties.updateValue(made, forKey: slot) }
        return made
      }
    }
    nonmutating set {
      guard let context else { return }
      // `updateValue` also stores `nil` for an optional value, which a subscript would remove.
      context.core.locked {
        if context.isActive { context.properties.updateValue(newValue, forKey: slot) }
      }
    }
  }
}
