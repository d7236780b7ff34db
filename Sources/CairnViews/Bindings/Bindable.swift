/// A reference whose properties can be bound.
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
  /// The reference.
  public var wrappedValue: Value

  /// Makes the properties of `wrappedValue` bindable.
  @inlinable
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Makes the properties of `wrappedValue` bindable.
  @inlinable
  public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// The wrapper itself, for `$model.property`.
  @inlinable
  public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject {
  /// A binding to a property of the reference.
  // Disfavoured, so that the property of a store is bound by a key path into its state.
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
