public import CairnReducers
public import CairnViews

// A key path into the state is made once, one through the store's dynamic members each time.

extension View {
  /// Presents a popover while `item` has a store, at the view whose id is the property `anchor` of its state.
  ///
  /// Where there is no such view, and over a sheet or a cover, it stands in the middle of the page.
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
