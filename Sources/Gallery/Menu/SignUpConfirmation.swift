import Cairn

/// Says that someone has signed up, and goes away by itself.
@Reducer
struct SignUpConfirmation {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    /// Who has signed up; blank where the screen was opened by its location.
    var account = Account()
  }

  enum Action: Equatable {
    case doneTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .doneTapped: .run { _ in await dismiss() }
      }
    }
  }
}
