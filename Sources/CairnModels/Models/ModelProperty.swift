/// A value of a model that is no part of its state: nobody observes it, and it is not stored.
///
/// ```swift
/// @ModelProperty private var hasAskedBefore = false
/// ```
/// It is there once for each place, and goes with the model. The initial value is made when it is asked
/// for.
@propertyWrapper
public struct ModelProperty<Value: Sendable>: Sendable {
  private let context: AnyContext?
  private let slot: Int
  private let initial: @Sendable () -> Value

  public init(wrappedValue: @autoclosure @escaping @Sendable () -> Value) {
    context = ModelCreation.current
    slot = ModelCreation.nextSlot()
    initial = wrappedValue
  }

  public var wrappedValue: Value {
    get {
      guard let context else { return initial() }
      if let kept = context.core.locked({ context.properties[slot] }), let value = kept as? Value {
        return value
      }
      // Foreign code, and so outside of the store.
      let made = initial()
      return context.core.locked {
        if let kept = context.properties[slot], let value = kept as? Value { return value }
        if context.isActive { context.properties.updateValue(made, forKey: slot) }
        return made
      }
    }
    nonmutating set {
      guard let context else { return }
      // Of an optional, nil is a value too.
      context.core.locked {
        if context.isActive { context.properties.updateValue(newValue, forKey: slot) }
      }
    }
  }
}
