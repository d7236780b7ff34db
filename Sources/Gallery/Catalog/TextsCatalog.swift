import Cairn

/// Fields for text, switches, steppers, and files.
@Reducer
struct TextsCatalog {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var nickname = ""
    var city = "Kyoto"
    var street = "The long road from the harbor to the old lighthouse on the hill"
    var password = Secret()
    var note = ""
    var letter = "Dear Ada,\nthe engine has arrived."
    var isUrgent = false
    var isGift = true
    var count = 3
    var file: String?

    init() {}
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case fileChosen(String)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .fileChosen(let name) = action { state.file = name }
      return .none
    }
  }
}
