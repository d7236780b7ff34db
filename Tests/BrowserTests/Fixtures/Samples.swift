import Cairn

/// Views that the gallery has no use for, to be looked at.
@Reducer
struct Samples {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    /// The id of the view at which a popover stands.
    var anchor: String?
    var isSheetOpen = false
    var text = "One line."
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case popoverTapped(String)
    case sheetTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .popoverTapped(let id): state.anchor = id
      case .sheetTapped: state.isSheetOpen = true
      }
      return .none
    }
  }
}

struct SamplesView: View {
  @Bindable var store: StoreOf<Samples>

  var body: some View {
    VStack {
      HStack {
        PopoverButton(store: store, id: "left")
        PopoverButton(store: store, id: "none", hasID: false)
        Spacer()
        PopoverButton(store: store, id: "right")
      }
      Table()
      List {
        Section("Empty") { ForEach(0..<0) { Text("\($0)") } }
        Section("Lines") { ForEach(0..<30) { Text("Line \($0)") } }
      }
      PopoverButton(store: store, id: "far")
      Form {
        Section("Text") { TextEditor("Note", text: $store.text) }
      }
      Button("Open the sheet") { store.send(.sheetTapped) }
        .buttonStyle(.borderedProminent).keyboardShortcut("j")
    }
    .navigationTitle("Samples")
    .toolbar { PopoverButton(store: store, id: "bar") }
    .popover(item: $store.anchor, anchor: { $0 }) { id in
      Text("This popover is for \(id).").navigationTitle("Popover")
    }
    .sheet(isPresented: $store.isSheetOpen) {
      List { ForEach(0..<40) { Text("Line \($0)") } }.navigationTitle("Sheet")
        .toolbar {
          ToolbarItem(placement: .confirmationAction) { Button("Done") {} }
        }
    }
  }
}

private struct PopoverButton: View {
  let store: StoreOf<Samples>
  let id: String
  var hasID = true

  var body: some View {
    let button = Button("At \(id)") { store.send(.popoverTapped(id)) }
    if hasID { button.id(id) } else { button }
  }
}

/// A table whose words fit into a narrow window.
private struct Table: View {
  var body: some View {
    Cairn.Element("table") {
      Cairn.Element("tr") {
        ForEach(["Warehouse", "Responsible", "Temperature"], id: \.self) { name in
          Cairn.Element("th") { Text(name) }
        }
      }
      ForEach(["Rotterdam", "Antwerp"], id: \.self) { place in
        Cairn.Element("tr") {
          Cairn.Element("td") { Text(place) }
          Cairn.Element("td") { Text("Somebody") }
          Cairn.Element("td") { Text("18 degrees") }
        }
      }
    }
  }
}
