import Cairn

/// Disclosure groups, grids, and icons.
@Reducer
struct LayoutCatalog {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var isExpanded = false
    var name = ""
    var isVerbose = false
    var hasNotice = false

    init() {}
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case noticeTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .noticeTapped = action { state.hasNotice.toggle() }
      return .none
    }
  }
}
