import Cairn
import CairnServer

/// Elements that an application writes itself, between Cairn's controls.
@Reducer
struct OwnElements {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var count = 0
    var text = ""
    var note = ""
    var isSheetOpen = false
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case counted
    case sheetTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .counted: state.count += 1
      case .sheetTapped: state.isSheetOpen = true
      }
      return .none
    }
  }
}

struct OwnElementsView: View {
  /// Names that shadow properties of a form that the script could use. Browser drivers walk up the tree
  /// with `parentNode` and similar properties, and never finish if a control has such a name.
  static let names = [
    "action", "after", "append", "attributes", "before", "childNodes", "dataset", "elements",
    "enctype", "firstChild", "id", "inert", "insertBefore", "isConnected", "method", "moveBefore",
    "nextElementSibling", "nextSibling", "remove", "removeAttribute", "requestSubmit", "sent",
    "setAttribute", "submit", "tabIndex", "target", "toggleAttribute",
  ]

  @Bindable var store: StoreOf<OwnElements>

  var body: some View {
    VStack {
      Text("Counted \(store.count)")
      Form {
        TextField("Text", text: $store.text)
        TextEditor("Note", text: $store.note)
      }
      ForEach(Self.names, id: \.self) { name in
        Cairn.Element("input", .attribute("name", name), .attribute("aria-label", name))
      }
      openedByUsers
      // The server opens this element and closes it again.
      if store.count == 2 {
        Cairn.Element("details", .attribute("id", "server"), .attribute("open", "")) {}
      } else {
        Cairn.Element("details", .attribute("id", "server")) {}
      }
      Cairn.Element("select", .attribute("aria-label", "Color")) {
        Cairn.Element("option") { Text("Red") }
        Cairn.Element("option") { Text("Blue") }
      }
      Cairn.Element(
        "input", .attribute("type", "checkbox"), .attribute("aria-label", "Checkbox"))
      Cairn.Element("audio", .attribute("id", "audio"), .attribute("controls", ""))
      Button("Count") { store.send(.counted) }.keyboardShortcut("j", modifiers: [])
      Button("Open the sheet") { store.send(.sheetTapped) }
    }
    .navigationTitle("Own elements")
    .sheet(isPresented: $store.isSheetOpen) {
      VStack {
        ForEach(Self.names, id: \.self) { name in
          Cairn.Element("input", .attribute("name", name), .attribute("aria-label", name))
        }
        TextField("Text", text: $store.text)
      }
      .navigationTitle("Sheet")
      .toolbar { Button("Count") { store.send(.counted) } }
    }
  }

  /// The elements that browsers open without a script.
  @ViewBuilder private var openedByUsers: some View {
    Cairn.Element("details", .attribute("id", "details")) {
      Cairn.Element("summary") { Text("Details") }
    }
    Cairn.Element(
      "button", .attribute("type", "button"), .attribute("popovertarget", "popover")
    ) { Text("Open the popover") }
    Cairn.Element("div", .attribute("id", "popover"), .attribute("popover", "manual")) {
      Text("A popover")
    }
    Cairn.Element(
      "button", .attribute("type", "button"), .attribute("commandfor", "dialog"),
      .attribute("command", "show-modal")
    ) { Text("Open the dialog") }
    Cairn.Element("dialog", .attribute("id", "dialog")) {
      Text("A dialog")
      Button("Count in the dialog") { store.send(.counted) }
      Cairn.Element(
        "button", .attribute("type", "button"), .attribute("commandfor", "dialog"),
        .attribute("command", "close")
      ) { Text("Close the dialog") }
    }
  }
}

struct OwnElementsApp: App {
  let store = Store(initialState: OwnElements.State()) { OwnElements() }

  var body: some Scene { WindowGroup { OwnElementsView(store: store) } }
}
