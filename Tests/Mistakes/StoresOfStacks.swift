import Cairn

@Reducer enum Screens {
  case detail(Detail)
}

@Reducer struct Detail {
  @ObservableState struct State {
    var name = ""
  }
  enum Action { case tapped }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer struct Stacked {
  @ObservableState struct State {
    var path = StackState<Screens.State>()
  }
  enum Action {
    case path(StackActionOf<Screens>)
  }
  var body: some ReducerOf<Self> { EmptyReducer().forEach(\.path, action: \.path) }
}

struct StoresOfStacks: View {
  let store: StoreOf<Stacked>
  var body: some View {
    // error: 'NavigationStackStore' is unavailable: Use 'NavigationStack(path:root:destination:)'
    //   with '$store.scope(state:action:)'.
    NavigationStackStore(store.scope(state: \.path, action: \.path)) {
      Text("Root")
    } destination: { (state: Screens.State) in
      Text("Detail")
    }
  }
}

struct SwitchOverAStore: View {
  let store: StoreOf<Screens>
  var body: some View {
    // error: 'SwitchStore' is unavailable: Use 'switch store.case'.
    SwitchStore(store) { state in
      Text("Detail")
    }
  }
}
