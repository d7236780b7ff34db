public import CairnCases

extension Binding where Value: CasePathable {
  /// A binding to the payload of a case; nil where the value is at another case.
  ///
  /// ```swift
  /// if let quantity = $store.item.status.inStock {
  ///   TextField("Quantity", value: quantity, format: .number)
  /// }
  /// ```
  /// Once the value has gone to another case, what is written goes nowhere.
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
  /// A binding to the payload of a case; nil where the value is at another case.
  public subscript<Path: CasePath>(
    case keyPath: KeyPath<Value.Cases, Case<Path>>
  ) -> Binding<Path.Value>? where Path.Root == Value {
    self[dynamicMember: keyPath]
  }
}

extension Binding {
  /// A binding to the payload of a case of an optional; nil where the value is nil or at another case.
  public subscript<Wrapped: CasePathable, Path: CasePath>(
    case keyPath: KeyPath<Wrapped.Cases, Case<Path>>
  ) -> Binding<Path.Value?> where Value == Wrapped?, Path.Root == Wrapped {
    self[dynamicMember: keyPath]
  }

  /// A binding to the payload of a case of an optional; nil where the value is nil or at another case.
  ///
  /// ```swift
  /// .sheet(item: model.$destination.edit) { edit in ... }
  /// ```
  /// Writing nil makes the whole nil, if it is at the case.
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
