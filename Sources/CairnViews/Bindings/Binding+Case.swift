public import CairnCases

extension Binding where Value: CasePathable {
  /// Returns a binding to the payload of a case, or `nil` if the value is at another case.
  ///
  /// ```swift
  /// if let quantity = $store.item.status.inStock {
  ///   TextField("Quantity", value: quantity, format: .number)
  /// }
  /// ```
  ///
  /// If the value moves to another case later, the binding reads its initial payload and ignores new values.
  public subscript<Path: CasePath>(
    dynamicMember keyPath: KeyPath<Value.Cases, Case<Path>>
  ) -> Binding<Path.Value>? where Path.Root == Value {
    let path = Value.cases[keyPath: keyPath]._path
    guard let initial = path.extract(from: wrappedValue) else { return nil }
    let base = self
    return Binding<Path.Value>(
      get: { path.extract(from: base.wrappedValue) ?? initial },
      set: { newValue in
        guard path.extract(from: base.wrappedValue) != nil else { return }
        base.wrappedValue = path.embed(newValue)
      })
  }
}

extension Binding where Value: CasePathable {
  /// Returns a binding to the payload of a case, or `nil` if the value is at another case.
  public subscript<Path: CasePath>(
    case keyPath: KeyPath<Value.Cases, Case<Path>>
  ) -> Binding<Path.Value>? where Path.Root == Value {
    self[dynamicMember: keyPath]
  }
}

extension Binding {
  /// Returns a binding to the payload of a case of an optional enum.
  ///
  /// The binding's value is `nil` if the enum is `nil` or at another case. Writing `nil` sets the enum to `nil` if
  /// it's at this case.
  public subscript<Wrapped: CasePathable, Path: CasePath>(
    case keyPath: KeyPath<Wrapped.Cases, Case<Path>>
  ) -> Binding<Path.Value?> where Value == Wrapped?, Path.Root == Wrapped {
    self[dynamicMember: keyPath]
  }

  /// Returns a binding to the payload of a case of an optional enum.
  ///
  /// ```swift
  /// .sheet(item: model.$destination.edit) { edit in ... }
  /// ```
  ///
  /// The binding's value is `nil` if the enum is `nil` or at another case. Writing `nil` sets the enum to `nil` if
  /// it's at this case.
  public subscript<Wrapped: CasePathable, Path: CasePath>(
    dynamicMember keyPath: KeyPath<Wrapped.Cases, Case<Path>>
  ) -> Binding<Path.Value?> where Value == Wrapped?, Path.Root == Wrapped {
    let path = Wrapped.cases[keyPath: keyPath]._path
    let base = self
    return Binding<Path.Value?>(
      get: { base.wrappedValue.flatMap { path.extract(from: $0) } },
      set: { newValue in
        if let newValue {
          base.wrappedValue = path.embed(newValue)
        } else if let value = base.wrappedValue, path.extract(from: value) != nil {
          base.wrappedValue = nil
        }
      })
  }
}
