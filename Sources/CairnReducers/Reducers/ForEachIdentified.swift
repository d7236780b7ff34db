public import CairnCases

extension Reducer {
  /// Runs a child reducer on the element of an identified array that an action is addressed to.
  ///
  /// The child runs before the parent, so the parent can remove the element in response. If there is no element with
  /// the ID of the action, Cairn reports an issue and still runs the parent.
  ///
  /// - Parameters:
  ///   - elements: The array in the state of the parent.
  ///   - action: The case of the parent's action that contains the actions of elements.
  ///   - element: Builds the reducer of one element.
  @inlinable
  public consuming func forEach<
    ID: Hashable, Path: StaticCasePath, ElementState, ElementAction,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: @autoclosure () -> KeyPath<Action.Cases, Case<Path>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> _ForEachIdentified<Self, ID, Path, Element>
  where
    Action: CasePathable, Path.Root == Action,
    Path.Value == IdentifiedAction<ID, ElementAction>
  {
    _ForEachIdentified(
      parent: self, elements: elements, element: element(),
      location: _IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer combined with the reducer for the elements of an identified array in its state.
public struct _ForEachIdentified<
  Parent: Reducer, ID: Hashable, Path: StaticCasePath, Element: Reducer
>: Reducer
where Path.Root == Parent.Action, Path.Value == IdentifiedAction<ID, Element.Action> {
  @usableFromInline let parent: Parent
  @usableFromInline let elements: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>
  @usableFromInline let element: Element
  @usableFromInline let location: _IssueLocation

  @usableFromInline
  init(
    parent: Parent, elements: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>,
    element: Element, location: _IssueLocation
  ) {
    self.parent = parent
    self.elements = elements
    self.element = element
    self.location = location
  }

  @inlinable
  public func reduce(
    into state: inout Parent.State, action: Parent.Action
  ) -> Effect<Parent.Action> {
    guard case .element(let id, let elementAction)? = Path().extract(from: action) else {
      return parent.reduce(into: &state, action: action)
    }
    var elementEffect = Effect<Parent.Action>.none
    if state[keyPath: elements][id: id] != nil {
      let effect = element.reduce(
        into: &state[keyPath: elements][id: id]!, action: elementAction)
      if effect.operation != nil, !effect.reportsOtherCase(at: location) {
        elementEffect = effect.embedded(Path._depth + 1) {
          Path().embed(.element(id: id, action: $0))
        }
        .tagged(node(of: id))
      }
    } else {
      Issue.childActionWithoutState(
        operatorName: "forEach", action: action, presentation: "no element had the action's ID",
        childState: Element.State.self, location: location)
    }
    return elementEffect.merge(with: parent.reduce(into: &state, action: action))
  }

  @usableFromInline
  func node(of id: ID) -> IdentityNode {
    IdentityNode(place: .keyPath(elements), id: AnyHashable(id))
  }

  public func _visit(_ state: Parent.State, with visitor: inout IdentityVisitor) {
    for (id, childState) in zip(state[keyPath: elements].ids, state[keyPath: elements]) {
      visitor.enter(node(of: id)) { visitor in
        visitor.enterActions(
          embed: { Path().embed(.element(id: id, action: $0)) },
          visit: { element._visit(childState, with: &$0) })
      }
    }
    parent._visit(state, with: &visitor)
  }

  @inlinable
  public static func _isEphemeral(_ state: Parent.State) -> Bool { Parent._isEphemeral(state) }
}
