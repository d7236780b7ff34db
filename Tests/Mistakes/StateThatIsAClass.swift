import Cairn

@Reducer
struct StateThatIsAClass {
  @ObservableState
  // error: 'State' must be a value type; share values with '@Shared'
  // error: '@ObservableState' can only be attached to a struct or an enum
  final class State {}
  enum Action {}
  var body: some ReducerOf<Self> { EmptyReducer() }
}
