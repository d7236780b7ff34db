public import CairnCases

/// Where states are in a store: what containers make their models of.
public struct ModelPlace<State> {
  /// The states.
  public let state: State
  let edge: AnyEdge
  let core: ModelCore
  let access: StateAccess<State>
  /// What tells it from other places on the edge; nil where its state does.
  let key: AnyHashable?

  init(
    state: State, edge: AnyEdge, core: ModelCore, access: StateAccess<State>, key: AnyHashable?
  ) {
    self.state = state
    self.edge = edge
    self.core = core
    self.access = access
    self.key = key
  }

  /// The model of the state here.
  func model<M: Model>(of type: M.Type) -> M where M.State == State {
    let key = key ?? M.identity(of: state) ?? AnyHashable(0)
    return edge.context(of: M.self, key, in: core) { access }.model
  }

  /// The place of what is at a case of an enum of states. Called by what a macro writes.
  public func _case<Path: CasePath>(_ path: Path, _ value: Path.Value) -> ModelPlace<Path.Value>
  where Path.Root == State {
    ModelPlace<Path.Value>(
      state: value, edge: edge, core: core, access: CaseAccess(access, path), key: key)
  }

  /// The same place for another who knows its key.
  public func _keyed(_ key: AnyHashable?) -> ModelPlace<State> {
    ModelPlace(state: state, edge: edge, core: core, access: access, key: self.key ?? key)
  }
}

extension ModelPlace {
  /// The place of what an optional wraps; nil where that is nothing.
  func wrapped<Wrapped>() -> ModelPlace<Wrapped>? where State == Wrapped? {
    state.map {
      ModelPlace<Wrapped>(
        state: $0, edge: edge, core: core, access: OptionalAccess(access), key: key)
    }
  }

  /// The places of an array's elements.
  func elements<Element: ModelContainer>(
    of type: Element.Type
  ) -> [ModelPlace<Element.StateContainer>] where State == [Element.StateContainer] {
    zip(state, Element.elementKeys(of: state)).enumerated().map { index, element in
      ModelPlace<Element.StateContainer>(
        state: element.0, edge: edge, core: core,
        access: ArrayAccess<Element>(access, key: element.1, hint: index),
        key: element.1)
    }
  }

  /// The places of an identified array's elements.
  func elements<ID, Element>() -> [ModelPlace<Element>]
  where State == IdentifiedArray<ID, Element> {
    zip(state.ids, state).map { id, element in
      ModelPlace<Element>(
        state: element, edge: edge, core: core, access: IdentifiedAccess(access, id: id),
        key: AnyHashable(id))
    }
  }
}

extension ModelPlace where State: StateContainer {
  /// The model of a state in a container of one's own.
  /// - Parameters:
  ///   - key: The key of the state.
  ///   - element: The state.
  public func model<M: ModelContainer>(at key: State.Key, _ element: State.Element) -> M
  where M.StateContainer == State.Element {
    M.models(
      in: ModelPlace<State.Element>(
        state: element, edge: edge, core: core,
        access: ElementAccess(
          access, get: { $0[modelKey: key] }, set: { $0[modelKey: key] = $1 }),
        key: AnyHashable(key)))
  }
}
