import Cairn

@Reducer struct Storeless {
  enum Action: ViewAction {
    case view(View)
    enum View { case tapped }
  }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@ViewAction(for: Storeless.self)
// error: '@ViewAction' requires a 'store' property: 'let store: StoreOf<Storeless>'
struct ViewWithoutAStore: View {
  var body: some View { EmptyView() }
}
