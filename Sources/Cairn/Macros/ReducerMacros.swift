public import CairnReducers

/// Makes a struct a ``Reducer``: adds the conformance, case paths for its actions, and what it leaves
/// out of state, actions and body.
@attached(
  member, names: named(State), named(Action), named(body), named(_reduce), named(_visit),
  named(_isEphemeral), named(_features), named(CaseScope), named(scope), named(_feature),
  named(init))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer, _BodylessReducer, Sendable)
public macro Reducer() = #externalMacro(module: "CairnMacros", type: "ReducerMacro")

/// Makes an enum, whose cases name features, a feature that is at one of them; adds conformances to its
/// state and its actions.
///
/// ```swift
/// @Reducer(state: .equatable, action: .equatable)
/// enum Destination {
///   case add(ItemForm)
///   case edit(ItemForm)
///   case alert(AlertState<Alert>)
/// }
/// ```
/// A feature that takes arguments is made by the default value of its case, as in
/// `case edit(ItemForm = ItemForm(isNew: false))`.
@attached(
  member, names: named(State), named(Action), named(body), named(_reduce), named(_visit),
  named(_isEphemeral), named(_features), named(CaseScope), named(scope), named(_feature),
  named(init))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer, _BodylessReducer, Sendable)
public macro Reducer(
  state: _SynthesizedConformance..., action: _SynthesizedConformance...
) = #externalMacro(module: "CairnMacros", type: "ReducerMacro")

/// Marks a case of destinations whose state goes away after any of its own actions.
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "CairnMacros", type: "CaseMarkMacro")

/// Marks a case of destinations that is kept as a value: it has no reducer and no actions.
@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "CairnMacros", type: "CaseMarkMacro")

/// Marks the state of a feature.
///
/// What it declares with ``Presents()`` is encoded under the property's own name. An author who writes
/// `CodingKeys` for such a state gives `init(from:)` and `encode(to:)` too.
@attached(extension, conformances: ObservableState)
@attached(member, names: named(CodingKeys))
public macro ObservableState() =
  #externalMacro(module: "CairnMacros", type: "ObservableStateMacro")

/// Marks a property whose changes do not matter to views. It does nothing: a page is made of the whole state.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "CairnMacros", type: "CaseMarkMacro")

/// Declares an optional property as what the feature presents.
///
/// ```swift
/// @Presents var destination: Destination.State?
/// ```
/// The property reads and writes as an optional; `$destination` is the ``PresentationState`` that
/// `ifLet` takes. A value of the same case without an `Identifiable` id counts as the same one: effects
/// of the value before survive its replacement. Give state an id where that is not meant.
@attached(accessor, names: named(init), named(get), named(_modify))
@attached(peer, names: prefixed(`$`))
public macro Presents() = #externalMacro(module: "CairnMacros", type: "PresentsMacro")

/// Gives a view that has a `store` a method `send` for what its feature lets views send.
///
/// ```swift
/// @ViewAction(for: Counter.self)
/// struct CounterView: View {
///   let store: StoreOf<Counter>
///   var body: some View {
///     Button("Increment") { send(.incrementButtonTapped) }
///   }
/// }
/// ```
/// The feature's actions are a ``ViewAction``: `send(.incrementButtonTapped)` sends
/// `.view(.incrementButtonTapped)`. A `store.send` in the view gets a warning, because it goes past
/// the line that the feature has drawn.
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for: R.Type) =
  #externalMacro(module: "CairnMacros", type: "ViewActionMacro") where R.Action: ViewAction
