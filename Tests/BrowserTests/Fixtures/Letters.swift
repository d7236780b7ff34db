import Cairn

/// A field for files, with a list of the received files.
@Reducer
struct Letters {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    /// The received files in order.
    var files: [String] = []
    var isSent = false
  }

  enum Action {
    case fileChosen(UploadedFile)
    case sendTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .fileChosen(let file): state.files.append("\(file.name), \(file.size) bytes")
      case .sendTapped: state.isSent = true
      }
      return .none
    }
  }
}

struct LettersView: View {
  let store: StoreOf<Letters>

  var body: some View {
    Form {
      FileField("Attachment", types: ["text/plain", ".txt"], limit: 3_000_000) {
        store.send(.fileChosen($0))
      }
      ForEach(Array(store.files.enumerated()), id: \.offset) { Text("Attached \($0.element)") }
      if store.isSent { Text("Sent") }
      Button("Send") { store.send(.sendTapped) }
    }
    .navigationTitle("Letters")
  }
}
