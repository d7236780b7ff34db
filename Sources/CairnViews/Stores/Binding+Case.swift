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
