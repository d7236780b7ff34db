import Cairn

@Reducer
struct StateThatIsAClass {
  @ObservableState
  // error: 'State' must be a value type; share values with '@Shared'
  final class State {}
  enum Action {}
  var body: some ReducerOf<Self> { EmptyReducer() }
}
