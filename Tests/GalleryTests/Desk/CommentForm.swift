import Cairn

/// The comments on an issue, with a form to add one.
@Reducer
struct CommentForm {
  @ObservableState
  struct State: Codable, Equatable {
    /// The issue's number, or 0 for notes of the pad.
    let issue: Int
    var text = ""
    @Shared(.session("user")) var user: DeskUser?
  }

  enum Action: BindableAction {
    case applyTapped
    case binding(BindingAction<State>)
    case cancelTapped
    case postAndCloseTapped
    case postTapped
    case posted
  }

  @Dependency(\.deskDatabase) var database
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .applyTapped, .binding:
        return .none
      case .cancelTapped:
        return .run { _ in await dismiss() }
      case .posted:
        state.text = ""
        return .none
      case .postAndCloseTapped, .postTapped:
        guard !state.text.isEmpty else { return .none }
        let isClosing = if case .postAndCloseTapped = action { true } else { false }
        let comment = DeskComment(
          issue: state.issue, author: state.user?.name, text: state.text)
        return .run { [database] send in
          await database.post(comment)
          await send(.posted)
          if isClosing { await dismiss() }
        }
      }
    }
  }
}

struct CommentFormView: View {
  @Bindable var store: StoreOf<CommentForm>
  @Dependency(\.deskDatabase) var database

  var body: some View {
    Form {
      ForEach(Array(written.enumerated()), id: \.offset) { comment in
        Text("\(comment.element.author ?? "Anonymous"): \(comment.element.text)")
      }
      TextField("Text", text: $store.text)
      Button("Apply") { store.send(.applyTapped) }
      Button("Post") { store.send(.postTapped) }
      Button("Post and close") { store.send(.postAndCloseTapped) }
      Button("Cancel", role: .cancel) { store.send(.cancelTapped) }
    }
    .navigationTitle(store.issue == 0 ? "Note" : "Comments on \(store.issue)")
  }

  private var written: [DeskComment] {
    database.comments.filter { $0.issue == store.issue }
  }
}
