public import CairnSharedMacros

/// Declares the state of a ``Model``: a view of what its store holds.
///
/// ```swift
/// struct CounterModel: Model {
///   struct State: Equatable {
///     var count = 0
///   }
///
///   @ModelState private var state: State
/// }
/// ```
/// Declare it `private`, so that only the model's methods write. In closures that are to be kept it needs
/// no capture: the model is a value.
@attached(accessor, names: named(get), named(_modify))
@attached(peer, names: named(_model))
public macro ModelState() = #externalMacro(module: "CairnMacros", type: "ModelStateMacro")

/// Makes an enum of models, one of which is there at a time: what a model presents, or the elements of its
/// stack.
///
/// ```swift
/// @ModelContainer
/// enum Destination {
///   case add(ItemFormModel)
///   case alert(AlertState<AlertAction>)
///   case edit(ItemFormModel)
/// }
///
/// struct State: Equatable {
///   @StateModel<Destination?> var destination = nil
/// }
/// ```
/// It writes the enum of their states, `Destination.State`, with the same cases. Alerts and confirmation
/// dialogs are their own state, and so are payloads of a case that is marked ``ModelContainerIgnored()``. The states
/// are `Equatable`, `Sendable` and case-pathable; `@ModelContainer(state: .codable)` adds more.
@attached(
  member, names: named(State), named(Cases), named(cases), named(_binding), named(models),
  named(identity), named(hasSameStructure), named(StateContainer), named(presentationIdentity))
@attached(extension, conformances: ModelContainer, PresentationIdentifiable, CasePathable)
public macro ModelContainer(state: _SynthesizedConformance...) =
  #externalMacro(module: "CairnMacros", type: "ModelContainerMacro")

/// Says that a case of an enum of models has no model: its payload is its own state.
@attached(peer)
public macro ModelContainerIgnored() =
  #externalMacro(module: "CairnMacros", type: "CaseMarkMacro")
