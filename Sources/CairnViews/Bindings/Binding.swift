/// A value that's stored elsewhere, and is read and written through two closures.
///
/// A binding isn't `Sendable`. Use it only where you use its store, which is under the scene's lock.
///
/// ```swift
/// TextField("Name", text: $store.item.name)
/// ```
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  @usableFromInline let get: () -> Value
  @usableFromInline let set: (Value) -> Void

  /// Creates a binding that reads through `get` and writes through `set`.
  @inlinable
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Returns a binding that always reads `value` and ignores new values.
  @inlinable
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(get: { value }, set: { _ in })
  }

  /// Creates a binding from an existing binding, for the parameter of a closure such as
  /// `ForEach($rows) { $row in … }`.
  @inlinable
  public init(projectedValue: Binding<Value>) { self = projectedValue }

  /// The bound value, which is read and written at its source.
  @inlinable
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself, for `$value`.
  @inlinable
  public var projectedValue: Binding<Value> { self }

  /// Returns a binding to a part of the value.
  @inlinable
  public subscript<Member>(
    dynamicMember member: WritableKeyPath<Value, Member>
  ) -> Binding<Member> {
    let get = get
    let set = set
    return Binding<Member>(
      get: { get()[keyPath: member] },
      set: { newValue in
        var value = get()
        value[keyPath: member] = newValue
        set(value)
      }
    )
  }

  /// Creates a binding to the value of an optional, or returns `nil` if the optional is empty.
  ///
  /// If the optional is emptied later, the binding reads its initial value and ignores new values.
  @inlinable
  public init?(_ base: Binding<Value?>) {
    guard let initial = base.wrappedValue else { return nil }
    self.init(
      get: { base.wrappedValue ?? initial },
      set: { if base.wrappedValue != nil { base.wrappedValue = $0 } }
    )
  }

  /// Creates a binding to an optional that always contains the value of `base`, and ignores `nil`.
  @inlinable
  public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
    self.init(
      get: { base.wrappedValue },
      set: { if let value = $0 { base.wrappedValue = value } }
    )
  }

  /// Returns a binding that's true if the optional has a value. Writing false sets the optional to `nil`.
  @inlinable
  public func isPresent<Wrapped>() -> Binding<Bool> where Value == Wrapped? {
    Binding<Bool>(
      get: { wrappedValue != nil },
      set: { if !$0 { wrappedValue = nil } }
    )
  }
}
