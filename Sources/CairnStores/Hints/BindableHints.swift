public import CairnReducers
public import CairnViews

extension Bindable {
  /// A hint for a binding of a feature whose actions aren't bindable.
  @_documentation(visibility: private)
  @available(
    *, unavailable,
    message:
      "Declare 'enum Action: BindableAction' with 'case binding(BindingAction<State>)', and add 'BindingReducer()' to the body."
  )
  public subscript<State, Action, Member: Equatable & Sendable>(
    dynamicMember member: WritableKeyPath<State, Member>
  ) -> Binding<Member> where Value == Store<State, Action> {
    preconditionFailure("This declaration is only a hint for the compiler")
  }
}
