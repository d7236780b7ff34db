import Cairn
import CairnServer
import CairnTesting
import Foundation

/// A feature that accepts picture files and shows their contents.
@Reducer
struct Album {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var title = ""
    var chosen = 0
    var contents: [String] = []
    var isClosed = false
    var isSaved = false
    var isFull = false
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case chosen(UploadedFile)
    case closeTapped
    case read(String)
    case saveTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: return .none
      case .chosen(let file):
        state.chosen += 1
        return .run { send in
          let text = String(decoding: try file.contents(), as: UTF8.self)
          await send(.read("\(file.name): \(text.prefix(10)) (\(file.size))"))
        }
      case .closeTapped: state.isClosed = true
      case .read(let text): state.contents.append(text)
      case .saveTapped: state.isSaved = true
      }
      return .none
    }
  }
}

struct AlbumView: View {
  @Bindable var store: StoreOf<Album>

  var body: some View {
    Form {
      TextField("Title", text: $store.title)
      if !store.isClosed {
        FileField("Picture", types: [".txt"], limit: 100_000) { store.send(.chosen($0)) }
          .disabled(store.isFull)
      }
      FileField("Large", types: [".txt"], limit: 4_000_000) { store.send(.chosen($0)) }
      Text("Title: \(store.title), chosen: \(store.chosen), saved: \(store.isSaved ? "yes" : "no")")
      ForEach(store.contents, id: \.self) { Text("Got \($0)") }
      Toggle("Full", isOn: $store.isFull)
      Button("Save") { store.send(.saveTapped) }
      Button("Close") { store.send(.closeTapped) }
    }
    .navigationTitle("Album")
  }
}

struct AlbumApp: App {
  let store = Store(initialState: Album.State()) { Album() }

  var body: some Scene { WindowGroup { AlbumView(store: store) } }
}
