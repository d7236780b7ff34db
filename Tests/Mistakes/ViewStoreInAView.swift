import Cairn

@Reducer struct Viewed {
  @ObservableState struct State: Equatable {
    var count = 0
  }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

struct ViewStoreInAView: View {
  let store: StoreOf<Viewed>
  var body: some View {
    // error: 'WithViewStore' is unavailable: Use the store itself, as in 'store.count' and
    //   'store.send(.tapped)'.
    WithViewStore(store, observe: \.self) { viewStore in
      Button("\(viewStore.count)") { viewStore.send(.tapped) }
    }
  }
}

struct ViewStoreAsAProperty: View {
  // error: 'ViewStoreOf' is unavailable: Use 'StoreOf'. A store has the members of its state.
  let viewStore: ViewStoreOf<Viewed>
  var body: some View { EmptyView() }
}
