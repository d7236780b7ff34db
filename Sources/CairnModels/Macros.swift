public import CairnSharedMacros

/// Declares the state of a ``Model``, which its store keeps.
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
/// Declare it `private`, so that only the model's methods can write it. Escaping closures don't need to capture
/// it explicitly, because a model is a value.
@attached(accessor, names: named(get), named(_modify))
@attached(peer, names: named(_model))
public macro ModelState() = #externalMacro(module: "CairnMacros", type: "ModelStateMacro")

/// Declares an enum of models that are presented one at a time, such as destinations or the elements of a
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
/// The macro generates an enum of the models' states, `Destination.State`, with the same cases. Alerts and
/// confirmation dialogs are their own states, and so are the payloads of cases that are marked with
/// ``ModelContainerIgnored()``. The states conform to `Equatable`, `Sendable`, and `CasePathable`.
/// `@ModelContainer(state: .codable)` adds `Codable`.
@attached(
  member, names: named(State), named(Cases), named(cases), named(_binding), named(models),
  named(identity), named(hasSameStructure), named(StateContainer), named(presentationIdentity))
@attached(extension, conformances: ModelContainer, PresentationIdentifiable, CasePathable)
public macro ModelContainer(state: _SynthesizedConformance...) =
  #externalMacro(module: "CairnMacros", type: "ModelContainerMacro")

/// Marks a case without a model in an enum of models. The payload of the case is its own state.
@attached(peer)
public macro ModelContainerIgnored() =
  #externalMacro(module: "CairnMacros", type: "CaseMarkMacro")
