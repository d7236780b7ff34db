import Cairn

/// Views that keep their own state.
struct ViewStateCatalogView: View {
  let store: StoreOf<ViewStateCatalog>

  var body: some View {
    Group {
      Sample("A value that a button changes") {
        Form {
          Section { TapCounter() }
        }
      }
      Sample("A value that fields change") {
        Form {
          Section { DraftNote() }
        }
      }
      Sample("A value with an initial text") {
        Form {
          Section { DraftNote(text: "The initial text is here until you change it.") }
        }
      }
      Sample("A value for each row") {
        Form {
          Section {
            ForEach(store.chapters, id: \.self) { ChapterRow(title: $0) }
            Button("Move the first one to the end") { store.send(.rotateTapped) }
          }
        }
      }
    }
    .navigationTitle("State of a view")
  }
}

private struct TapCounter: View {
  @State private var count = 0

  var body: some View {
    LabeledContent("Taps", value: "\(count)")
    Button("Tap") { count += 1 }
    Button("Start over") { count = 0 }.disabled(count == 0)
  }
}

private struct DraftNote: View {
  @State private var text: String
  @State private var isPreviewed = false

  init(text: String = "") { _text = State(initialValue: text) }

  var body: some View {
    TextField("Note", text: $text)
    PreviewToggle(isOn: $isPreviewed)
    Button("Apply") {}
    if isPreviewed { Text(text.isEmpty ? "The note is empty." : text) }
  }
}

private struct PreviewToggle: View {
  @Binding var isOn: Bool

  var body: some View { Toggle("Preview", isOn: $isOn) }
}

private struct ChapterRow: View {
  let title: String
  @State private var isExpanded = false

  var body: some View {
    VStack(alignment: .leading) {
      Button(isExpanded ? "Close \(title)" : "Open \(title)") { isExpanded.toggle() }
      if isExpanded { Text("The chapter “\(title)” is open. It stays open when it moves.") }
    }
  }
}
