import Cairn

/// A confirmation that the user has signed up. It dismisses itself when they tap Done.
@Reducer
struct SignUpConfirmation {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    /// The new account. Empty if the user opened the screen by its URL.
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
