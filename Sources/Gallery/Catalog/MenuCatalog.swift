import Cairn

/// Menus, and the menus of rows.
@Reducer
struct MenuCatalog {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var names = [
      "Mouse", "Keyboard", "A monitor with a name that's too long for one line of a phone",
    ]
    var last = "Nothing yet"
    var isAsking = false

    init() {}
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case askTapped
    case deleteTapped(String)
    case duplicateTapped(String)
    case tapped(String)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .askTapped: state.isAsking = true
      case .deleteTapped(let name): state.names.removeAll { $0 == name }
      case .duplicateTapped(let name): state.names.append("Copy of \(name)")
      case .tapped(let name): state.last = name
      }
      return .none
    }
  }
}

struct MenuCatalogView: View {
  @Bindable var store: StoreOf<MenuCatalog>

  var body: some View {
    List {
      Section("A menu") {
        Text("Last: \(store.last)")
        Menu("Options") {
          Button("Rename", icon: .pencil) { store.send(.tapped("Rename")) }
          Button("Duplicate") { store.send(.tapped("Duplicate")) }
          Divider()
          Button("Ask", role: .destructive) { store.send(.askTapped) }
        }
      }
      Section("Styles and labels") {
        HStack {
          Menu("Share", icon: .upload) {
            Button("By email") { store.send(.tapped("By email")) }
            Link("Website", destination: "https://swift.org")
          }
          .buttonStyle(.bordered)
          Menu {
            Button("Archive") { store.send(.tapped("Archive")) }
          } label: {
            Image(icon: .ellipsis, alt: "More")
          }
        }
      }
      Section("Disabled") {
        Menu("Unavailable") { Button("Never") {} }.disabled()
      }
      Section("Rows with actions") {
        ForEach(store.names, id: \.self) { name in
          Text(name)
            .swipeActions {
              Button("Duplicate", icon: .plus) { store.send(.duplicateTapped(name)) }
              Button("Delete", icon: .trash, role: .destructive) {
                store.send(.deleteTapped(name))
              }
            }
        }
      }
    }
    .navigationTitle("Menus")
    .confirmationDialog("Continue?", isPresented: $store.isAsking) {
      Button("Continue") { store.send(.tapped("Continue")) }
    }
  }
}
