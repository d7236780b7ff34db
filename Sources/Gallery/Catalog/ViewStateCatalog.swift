import Cairn

/// The sample of views that keep their own state.
@Reducer
struct ViewStateCatalog {
  @ObservableState
  struct State: Equatable, Codable, Sendable {
    var chapters = ["Roots", "Leaves", "Flowers"]
  }

  enum Action { case rotateTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.chapters.append(state.chapters.removeFirst())
      return .none
    }
  }
}
