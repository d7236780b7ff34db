/// A wrapper that creates bindings to the properties of a reference.
///
/// ```swift
/// struct Settings: View {
///   @Bindable var model: SettingsModel
///   var body: some View { Toggle("Sound", isOn: $model.hasSound) }
/// }
/// ```
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
  /// The reference whose properties you bind.
  public var wrappedValue: Value

  /// Creates bindings to the properties of `wrappedValue`.
  @inlinable
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Creates bindings to the properties of `wrappedValue`.
  @inlinable
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// The wrapper itself, so that `$model.property` is a binding.
  @inlinable
  public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject {
  /// Returns a binding to a property of the reference.
  // Disfavored, so that a property of a store is bound by a key path into its state.
  @_disfavoredOverload
  @inlinable
  public subscript<Member>(
    dynamicMember member: ReferenceWritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    let object = wrappedValue
    return Binding(
      get: { object[keyPath: member] },
      set: { object[keyPath: member] = $0 }
    )
  }
}
