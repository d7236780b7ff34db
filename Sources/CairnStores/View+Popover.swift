public import CairnReducers
public import CairnViews

// This overload takes a key path into the state, which is created once. A key path through the store's dynamic
// members would be created each time.

extension View {
  /// Presents a popover while `item` has a store.
  ///
  /// The popover appears at the view whose ID is the value of `anchor`. If there is no such view, it appears in
  /// the middle of the page. A popover on top of a sheet or a cover also appears there.
  ///
  /// - Parameters:
  ///   - item: A binding to the store of the presented feature.
  ///   - anchor: The property of the feature's state that contains the ID of a view.
  ///   - content: The content of the popover.
  @inlinable
  public consuming func popover<State, Action, Anchor: Hashable, Content: View>(
    item: Binding<Store<State, Action>?>, anchor: KeyPath<State, Anchor>,
    @ViewBuilder content: @escaping (Store<State, Action>) -> Content
  ) -> Modified<Self, _PresentationModifier<Store<State, Action>, Content>> {
    Modified(
      self,
      _PresentationModifier(
        .popover, item, anchor: { StableHash.of($0.state[keyPath: anchor]) }, content: content))
  }
}
