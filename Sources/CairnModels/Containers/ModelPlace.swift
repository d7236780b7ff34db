public import CairnCases

/// The position of states in a store. Containers create their models from it.
public struct ModelPlace<State> {
  /// The states.
  public let state: State
  @usableFromInline let edge: AnyEdge
  @usableFromInline let core: ModelCore
  @usableFromInline let access: StateAccess<State>
  /// The key that identifies this place among others on the edge, or `nil` if its state determines the key.
  @usableFromInline let key: AnyHashable?

  @inlinable
  init(
    state: State, edge: AnyEdge, core: ModelCore, access: StateAccess<State>, key: AnyHashable?
  ) {
    self.state = state
    self.edge = edge
    self.core = core
    self.access = access
    self.key = key
  }

  /// Returns the model of the state.
  @inlinable
  func model<M: Model>(of type: M.Type) -> M where M.State == State {
    let key = key ?? M.identity(of: state) ?? AnyHashable(0)
    return edge.context(of: M.self, key, in: core, access).model
  }

  /// Returns the place of a part of the state.
  @inlinable
  func part<Part>(
    _ part: Part, key: AnyHashable?, get: @escaping (State) -> Part?,
    set: @escaping (inout State, Part) -> Void, remove: ((inout State) -> Void)? = nil
  ) -> ModelPlace<Part> {
    ModelPlace<Part>(
      state: part, edge: edge, core: core,
      access: access.part(get: get, set: set, remove: remove), key: key)
  }

  /// Returns the place of the payload at a case of an enum of states. Generated code calls it.
  @inlinable
  public func _case<Path: CasePath>(_ path: Path, _ value: Path.Value) -> ModelPlace<Path.Value>
  where Path.Root == State {
    part(
      value, key: key, get: { path.extract(from: $0) },
      set: { root, value in
        if path.extract(from: root) != nil { root = path.embed(value) }
      })
  }

  /// Returns this place with a key, unless it already has one.
  @inlinable
  public func _keyed(_ key: AnyHashable?) -> ModelPlace<State> {
    ModelPlace(state: state, edge: edge, core: core, access: access, key: self.key ?? key)
  }
}

/// The key of an element in one of several containers on the same edge.
@usableFromInline
struct NestedKey: Hashable {
  let outer: AnyHashable
  let inner: AnyHashable?

  @usableFromInline
  init(_ outer: AnyHashable, _ inner: AnyHashable?) {
    self.outer = outer
    self.inner = inner
  }
}

extension ModelPlace {
  /// Returns the key of an element at this place.
  @inlinable
  func nested(_ element: AnyHashable) -> AnyHashable {
    key.map { AnyHashable(NestedKey($0, element)) } ?? element
  }

  /// Returns the place of an optional's wrapped state, or `nil` if the optional is `nil`.
  @inlinable
  func wrapped<Wrapped>() -> ModelPlace<Wrapped>? where State == Wrapped? {
    state.map {
      part(
        $0, key: key, get: { $0 }, set: { if $0 != nil { $0 = $1 } }, remove: { $0 = nil })
    }
  }

  /// Returns the places of an array's elements.
  @inlinable
  func elements<Element: ModelContainer>(
    of type: Element.Type
  ) -> [ModelPlace<Element.StateContainer>] where State == [Element.StateContainer] {
    // The edge retains the owners of the places, so the closures don't retain it.
    unowned(unsafe) let edge = edge
    return zip(state, Element.elementKeys(of: state)).enumerated().map { index, element in
      let key = element.1
      // The index at which the element was last found. If the elements have changed, it may be at another
      // index.
      var (hint, structure) = (index, edge.structure)
      func find(_ elements: [Element.StateContainer]) -> Int? {
        if edge.structure == structure, elements.indices.contains(hint),
          Element.elementKey(at: hint, of: elements) == key
        {
          return hint
        }
        guard let found = Element.elementKeys(of: elements).firstIndex(of: key) else { return nil }
        (hint, structure) = (found, edge.structure)
        return found
      }
      return part(
        element.0, key: nested(key), get: { elements in find(elements).map { elements[$0] } },
        set: { elements, element in find(elements).map { elements[$0] = element } },
        remove: { elements in find(elements).map { _ = elements.remove(at: $0) } })
    }
  }

  /// Returns the places of an identified array's elements.
  @inlinable
  func elements<ID, Element>() -> [ModelPlace<Element>]
  where State == IdentifiedArray<ID, Element> {
    zip(state.ids, state).map { id, element in
      part(
        element, key: nested(AnyHashable(id)), get: { $0[id: id] },
        set: { elements, element in elements.index(id: id).map { elements[$0] = element } },
        remove: { $0[id: id] = nil })
    }
  }
}

extension ModelPlace where State: StateContainer {
  /// Returns the model, or the models, of a state in your own container.
  /// - Parameters:
  ///   - key: The key of the state.
  ///   - element: The state.
  @inlinable
  public func model<M: ModelContainer>(at key: State.Key, _ element: State.ModelState) -> M
  where M.StateContainer == State.ModelState {
    M.models(
      in: part(
        element, key: nested(AnyHashable(NestedKey(AnyHashable(key), M.identity(of: element)))),
        get: { $0[modelKey: key] },
        set: { $0[modelKey: key] = $1 }))
  }
}
