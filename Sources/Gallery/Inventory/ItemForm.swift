import Cairn

/// Edits one item, wherever it is shown: in a sheet, a popover or a drill-down.
@Reducer
struct ItemForm {
  @ObservableState
  struct State: Codable, Equatable, Identifiable, Sendable {
    var item = Item()
    /// The item that this one is a copy of.
    var sourceID: Item.ID?
    var isTimerOn = false
    var secondsElapsed = 0
    /// What is wrong with the name, once someone tried to save it.
    var nameProblem: String?

    /// The form of another item is another form.
    var id: Item.ID { item.id }
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case saveButtonTapped
    case timerTicked
  }

  private enum CancelID { case timer }

  /// How long the timer runs before the form goes away.
  static let seconds = 5

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.isTimerOn):
        state.secondsElapsed = 0
        guard state.isTimerOn else { return .cancel(id: CancelID.timer) }
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTicked) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)

      case .binding(\.item):
        if state.nameProblem != nil { state.nameProblem = state.item.nameProblem }
        return .none

      case .binding:
        return .none

      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .saveButtonTapped:
        state.nameProblem = state.item.nameProblem
        return .none

      case .timerTicked:
        state.secondsElapsed += 1
        guard state.secondsElapsed == Self.seconds else { return .none }
        return .run { _ in await dismiss() }
      }
    }
  }
}
