import Cairn

/// Views that the gallery doesn't use, for checks of their appearance.
@Reducer
struct Samples {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    /// The ID of the view that presents a popover.
    var anchor: String?
    var isSheetOpen = false
    var areNotesOpen = false
    var noteCount = 0
    var headline = ""
    /// Whether an alert asks if the user wants to leave the sheet with its notes.
    var isAsking = false
    var text = "One line."
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case leaveTapped
    case leftTapped
    case notesTapped
    case noteTapped
    case popoverTapped(String)
    case sheetTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .leaveTapped: state.isAsking = true
      case .leftTapped: (state.isSheetOpen, state.noteCount) = (false, 0)
      case .notesTapped: state.areNotesOpen = true
      case .noteTapped: state.noteCount += 1
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
      VStack {
        NavigationLink("Letters", href: "/letters")
        NavigationLink("Deeper", href: "/deeper")
        TextField("Headline", text: $store.headline)
        List { ForEach(0..<40) { Text("Line \($0)") } }
      }
      .navigationTitle("Sheet")
      .interactiveDismissDisabled(store.noteCount > 0) { store.send(.leaveTapped) }
      .alert("Leave the notes?", isPresented: $store.isAsking) {
        Button("Leave", role: .destructive) { store.send(.leftTapped) }
        Button("Stay", role: .cancel) {}
      }
      .toolbar {
        ToolbarItem(placement: .confirmationAction) { Button("Done") {} }
        ToolbarItem { Button("Notes") { store.send(.notesTapped) } }
      }
      .popover(isPresented: $store.areNotesOpen) {
        VStack {
          Text("Notes so far: \(store.noteCount)")
          Button("Take a note") { store.send(.noteTapped) }
        }
        .navigationTitle("Notes")
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

/// A table whose words fit in a narrow window.
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
          Cairn.Element("td") { Text("Someone") }
          Cairn.Element("td") { Text("18 degrees") }
        }
      }
    }
  }
}
