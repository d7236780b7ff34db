/// A value that lives elsewhere: it is read and written through two closures.
///
/// A binding is not `Sendable`: it is used where its store is, under the scene's lock.
///
/// ```swift
/// TextField("Name", text: $store.item.name)
/// ```
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  @usableFromInline let get: () -> Value
  @usableFromInline let set: (Value) -> Void

  /// A binding that reads through `get` and writes through `set`.
  @inlinable
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// A binding that always reads `value` and forgets what is written.
  @inlinable
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(get: { value }, set: { _ in })
  }

  /// The binding itself, for the parameter of a closure: `ForEach($rows) { $row in … }`.
  @inlinable
  public init(projectedValue: Binding<Value>) { self = projectedValue }

  /// The value, read and written where it lives.
  @inlinable
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself, for `$value`.
  @inlinable
  public var projectedValue: Binding<Value> { self }

  /// A binding to a part of the value.
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

  /// A binding to what the optional of `base` holds; nil where it holds nothing.
  ///
  /// Once the optional is empty, the binding reads the value that it was made with, and what is
  /// written goes nowhere.
  @inlinable
  public init?(_ base: Binding<Value?>) {
    guard let initial = base.wrappedValue else { return nil }
    self.init(
      get: { base.wrappedValue ?? initial },
      set: { if base.wrappedValue != nil { base.wrappedValue = $0 } }
    )
  }

  /// A binding to an optional that always holds the value of `base`; writing nil does nothing.
  @inlinable
  public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
    self.init(
      get: { base.wrappedValue },
      set: { if let value = $0 { base.wrappedValue = value } }
    )
  }

  /// A binding by which presence is read, and absence written: true where a value is there.
  @inlinable
  public func isPresent<Wrapped>() -> Binding<Bool> where Value == Wrapped? {
    Binding<Bool>(
      get: { wrappedValue != nil },
      set: { if !$0 { wrappedValue = nil } }
    )
  }
}
