public import CairnReducers

/// Makes a struct a ``/CairnReducers/Reducer``.
///
/// Adds the conformance, case paths for the actions, and defaults for the state, actions, and body if the
/// struct doesn't declare them.
@attached(
  member, names: named(State), named(Action), named(body), named(_reduce), named(_visit),
  named(_isEphemeral), named(_features), named(CaseScope), named(scope), named(_feature),
  named(init))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer, _BodylessReducer, Sendable)
public macro Reducer() = #externalMacro(module: "CairnMacros", type: "ReducerMacro")

/// Makes an enum of features a ``/CairnReducers/Reducer`` whose state is at one of the enum's cases.
///
/// ```swift
/// @Reducer(state: .equatable, action: .equatable)
/// enum Destination {
///   case add(ItemForm)
///   case edit(ItemForm)
///   case alert(AlertState<Alert>)
/// }
/// ```
/// If the initializer of a feature has arguments, declare the feature as the default value of its case:
/// `case edit(ItemForm = ItemForm(isNew: false))`.
///
/// - Parameters:
///   - state: Conformances to add to the enum's `State`.
///   - action: Conformances to add to the enum's `Action`.
@attached(
  member, names: named(State), named(Action), named(body), named(_reduce), named(_visit),
  named(_isEphemeral), named(_features), named(CaseScope), named(scope), named(_feature),
  named(init))
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer, _BodylessReducer, Sendable)
public macro Reducer(
  state: _SynthesizedConformance..., action: _SynthesizedConformance...
) = #externalMacro(module: "CairnMacros", type: "ReducerMacro")

/// Marks a destination whose state is removed after any of its own actions.
@attached(peer)
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "CairnMacros", type: "CaseMarkMacro")

/// Marks a destination that is stored as a value, without a reducer or actions.
@attached(peer)
public macro ReducerCaseIgnored() =
  #externalMacro(module: "CairnMacros", type: "CaseMarkMacro")

/// Marks the state of a feature.
///
/// A property with ``Presents()`` is encoded under its own name. If you declare `CodingKeys` for such a state,
/// also declare `init(from:)` and `encode(to:)`.
@attached(extension, conformances: ObservableState)
@attached(member, names: named(CodingKeys))
public macro ObservableState() =
  #externalMacro(module: "CairnMacros", type: "ObservableStateMacro")

/// Marks a property whose changes don't affect views.
///
/// The macro has no effect, because a page is created from the whole state.
@attached(peer)
public macro ObservationStateIgnored() =
  #externalMacro(module: "CairnMacros", type: "CaseMarkMacro")

/// Declares the optional state of a presented feature.
///
/// ```swift
/// @Presents var destination: Destination.State?
/// ```
/// You read and write the property as an optional. `$destination` is the ``/CairnReducers/PresentationState`` that `ifLet`
/// takes.
///
/// If the state has no `Identifiable` ID, two values of the same case have the same identity. If one replaces
/// the other, the effects of the earlier value continue. Give the state an ID to cancel them.
@attached(accessor, names: named(init), named(get), named(_modify))
@attached(peer, names: prefixed(`$`))
public macro Presents() = #externalMacro(module: "CairnMacros", type: "PresentsMacro")

/// Adds a method `send` for the feature's view actions to a view that has a `store`.
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
/// The feature's actions must be a ``/CairnReducers/ViewAction``. Then `send(.incrementButtonTapped)` sends
/// `.view(.incrementButtonTapped)`. If the view uses `store.send`, the compiler shows a warning, because views
/// should only send view actions.
@attached(extension, conformances: ViewActionSending)
public macro ViewAction<R: Reducer>(for: R.Type) =
  #externalMacro(module: "CairnMacros", type: "ViewActionMacro") where R.Action: ViewAction
