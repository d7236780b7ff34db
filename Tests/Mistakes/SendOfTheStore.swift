import Cairn

@Reducer struct Sent {
  enum Action: ViewAction {
    case view(View)
    enum View { case tapped }
  }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@ViewAction(for: Sent.self)
struct SendOfTheStore: View {
  let store: StoreOf<Sent>
  var body: some View {
    Button("Tap") {
      // warning: do not use 'store.send' directly with '@ViewAction'; instead, use 'send' with a
      //   view action
      store.send(.view(.tapped))
    }
  }
}
