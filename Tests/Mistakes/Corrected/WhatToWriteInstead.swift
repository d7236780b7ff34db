import Cairn
import Foundation

// What the hints suggest compiles.

@Reducer struct Settings {
  @ObservableState struct State: Equatable {
    var date = Date()
    var name = ""
    var password = Secret()
    @Shared(.session("isCompact")) var isCompact = false
    var child: Row.State?
    @Presents var sheet: Row.State?
    var rows: IdentifiedArrayOf<Row.State> = []
    var path = StackState<Row.State>()
    var tab = 0
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case child(Row.Action)
    case path(StackActionOf<Row>)
    case rows(IdentifiedActionOf<Row>)
    case sheet(PresentationAction<Row.Action>)
  }
  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.name) { _, _ in Reduce { _, _ in .none } }
      .ifLet(\.child, action: \.child) { Row() }
      .ifLet(\.$sheet, action: \.sheet) { Row() }
      .forEach(\.rows, action: \.rows) { Row() }
      .forEach(\.path, action: \.path) { Row() }
  }
}

@Reducer struct Row {
  @ObservableState struct State: Equatable, Identifiable {
    var id = 0
  }
  enum Action { case doneTapped }
  @Dependency(\.dismiss) var dismiss
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .run { _ in await dismiss() } }
  }
}

struct SettingsView: View {
  @Bindable var store: StoreOf<Settings>
  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      TabView(selection: $store.tab) {
        Tab("Fields", value: 0) { fields }
        Tab("Rows", value: 1) { rows }
      }
    } destination: { child in
      Text("\(child.id)")
    }
  }

  @ViewBuilder private var fields: some View {
    TextField(
      "Day", value: $store.date, format: Date.FormatStyle(date: .numeric, time: .omitted))
    TextField("Name", text: $store.name).defaultFocus()
    SecureField("Password", text: $store.password)
    Text("Name").foregroundStyle(.secondary).class("name").hidden(store.isCompact)
    Label("Favorites", icon: "★")
    Image("logo.svg", alt: "Logo")
    Image(decorative: "logo.svg")
  }

  @ViewBuilder private var rows: some View {
    NavigationLink("Open", state: Row.State())
    NavigationLink(state: Row.State()) { Text("Open") }
    if let child = store.scope(state: \.child, action: \.child) { Text("\(child.id)") }
    ForEach(store.scope(state: \.rows, action: \.rows)) { row in Text("\(row.id)") }
      .task(while: .connected) {}
  }
}
