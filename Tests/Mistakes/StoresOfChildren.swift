import Cairn

@Reducer struct Child {
  @ObservableState struct State: Equatable, Identifiable {
    let id: Int
  }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer struct Children {
  @ObservableState struct State: Equatable {
    var child: Child.State?
    var children: IdentifiedArrayOf<Child.State> = []
  }
  enum Action {
    case child(Child.Action)
    case children(IdentifiedActionOf<Child>)
  }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

struct StoresOfChildren: View {
  let store: StoreOf<Children>
  var body: some View {
    // error: 'IfLetStore' is unavailable: Use 'if let child = store.scope(state:action:)'.
    IfLetStore(store.scope(state: \.child, action: \.child)) { child in
      Text("\(child.id)")
    }
    // error: 'ForEachStore' is unavailable: Use 'ForEach(store.scope(state:action:))', which has
    //   a store for each element.
    ForEachStore(store.scope(state: \.children, action: \.children)) { child in
      Text("\(child.id)")
    }
    // error: 'WithPerceptionTracking' is unavailable: Remove it, and keep its content. Each page
    //   is created from the whole state.
    WithPerceptionTracking {
      Text("A")
    }
  }
}
