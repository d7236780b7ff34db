import Cairn

struct AnimationsOfAView: View {
  @Bindable var store: StoreOf<Toggler>
  var body: some View {
    // error: 'animation' is unavailable: The browser animates changes. Remove it, or set
    //   transitions in a style sheet.
    Text("A").animation(.default)
    Button("Toggle") {
      // error: 'withAnimation' is unavailable: The browser animates changes. Keep the content of
      //   the closure, such as 'store.send'.
      withAnimation { store.send(.toggled) }
    }
  }
}

@Reducer struct Toggler {
  @ObservableState struct State {
    var isOn = false
  }
  enum Action { case toggled }
  var body: some ReducerOf<Self> { EmptyReducer() }
}
