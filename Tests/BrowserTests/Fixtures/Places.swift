import Cairn
import CairnServer

/// A form in which typing in one field inserts another field in front of it.
@Reducer
struct Places {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var country = ""
    var city = ""
    var notes = ["", ""]
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

struct PlacesView: View {
  @Bindable var store: StoreOf<Places>

  var body: some View {
    Form {
      if !store.city.isEmpty {
        Section("Where is \(store.city)?") { TextField("Country", text: $store.country) }
      }
      Section("Where to?") { TextField("City", text: $store.city) }
      Text("Two notes:")
      TextField("Note", text: $store.notes[0])
      TextField("Note", text: $store.notes[1])
    }
    .navigationTitle("Places")
  }
}

struct PlacesApp: App {
  let store = Store(initialState: Places.State()) { Places() }

  var body: some Scene { WindowGroup { PlacesView(store: store) } }
}
