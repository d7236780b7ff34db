public import CairnCases
public import CairnReducers
public import CairnViews

extension Binding where Value: _PresentedCaseScope {
  /// A binding to the store of one feature of an enum of features, or `nil` if the enum is at another case.
  ///
  /// Enums of features can be nested:
  ///
  /// ```swift
  /// .sheet(item: $store.scope(\.$destination, action: \.destination).settings.profile) { store in
  ///   ProfileView(store: store)
  /// }
  /// ```
  /// If the enum is at this case, setting the binding to `nil` dismisses the whole enum.
  // A projection such as `\.$destination` already has bindings to the stores of its cases, which take
  // precedence.
  @_disfavoredOverload
  public subscript<Path: CasePath>(
    dynamicMember keyPath: KeyPath<Value.CaseScope.Cases, Case<Path>>
  ) -> Binding<Path.Value?> where Path.Root == Value.CaseScope {
    let base = self
    let scope = Binding<Value.CaseScope?>(
      get: { base.wrappedValue._caseScope },
      set: { if $0 == nil { base.wrappedValue = ._absent } })
    return scope[dynamicMember: keyPath]
  }
}

/// The store of an enum of features.
public protocol _CaseScopeStore {
  associatedtype CaseScope: CasePathable
  var _caseScope: CaseScope { get }
}

extension Store: _CaseScopeStore
where
  State: CaseReducerState, State.StateReducer.Action == Action,
  State.StateReducer.CaseScope: CasePathable
{
  public var _caseScope: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

/// An optional store of an enum of features.
public protocol _PresentedCaseScope {
  associatedtype CaseScope: CasePathable
  var _caseScope: CaseScope? { get }
  static var _absent: Self { get }
}

extension Optional: _PresentedCaseScope where Wrapped: _CaseScopeStore {
  public var _caseScope: Wrapped.CaseScope? { map(\._caseScope) }
  public static var _absent: Self { nil }
}
