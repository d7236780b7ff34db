import Cairn
import CairnServer

// Two versions of an application with a form in a sheet. In the second one, the state and the form lack one field of
// the first one, and have another one.

// MARK: The first version

@Reducer
struct FirstDesk {
  @ObservableState
  struct State: Codable, Equatable {
    var count = 0
    var red = 0
    @Presents var letter: FirstLetter.State?
  }

  enum Action {
    case countTapped
    case letter(PresentationAction<FirstLetter.Action>)
    case writeTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .countTapped:
        state.count += 1
        state.red += 1
      case .letter: break
      case .writeTapped: state.letter = FirstLetter.State()
      }
      return .none
    }
    .ifLet(\.$letter, action: \.letter) { FirstLetter() }
  }
}

@Reducer
struct FirstLetter {
  @ObservableState
  struct State: Codable, Equatable {
    var text = ""
    var greeting = "Hello"
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

extension FirstDesk.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.letter, "letter") { _ in FirstLetter.State() }
  }
}

struct FirstDeskView: View {
  @Bindable var store: StoreOf<FirstDesk>

  var body: some View {
    VStack {
      Text("Count: \(store.count)")
      Text("Red: \(store.red)")
      Button("Count") { store.send(.countTapped) }
      Button("Write") { store.send(.writeTapped) }
    }
    .navigationTitle("First desk")
    .sheet(item: $store.scope(state: \.letter, action: \.letter)) { FirstLetterView(store: $0) }
  }
}

struct FirstLetterView: View {
  @Bindable var store: StoreOf<FirstLetter>

  var body: some View {
    Form {
      TextField("Text", text: $store.text)
      TextField("Greeting", text: $store.greeting).id("greeting")
      Button("Apply") {}
    }
    .navigationTitle("First letter")
  }
}

struct FirstDeskApp: App {
  let store = Store(initialState: FirstDesk.State()) { FirstDesk() }

  var body: some Scene {
    WindowGroup { FirstDeskView(store: store) }
      .routes(of: store)
  }
}

// MARK: The second version

@Reducer
struct SecondDesk {
  @ObservableState
  struct State: Codable, Equatable {
    var count = 0
    var blue = 0
    @Presents var letter: SecondLetter.State?
  }

  enum Action {
    case countTapped
    case letter(PresentationAction<SecondLetter.Action>)
    case writeTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .countTapped:
        state.count += 1
        state.blue += 1
      case .letter: break
      case .writeTapped: state.letter = SecondLetter.State()
      }
      return .none
    }
    .ifLet(\.$letter, action: \.letter) { SecondLetter() }
  }
}

@Reducer
struct SecondLetter {
  @ObservableState
  struct State: Codable, Equatable {
    var text = ""
    var place = "Berlin"
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

extension SecondDesk.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.letter, "letter") { _ in SecondLetter.State() }
  }
}

struct SecondDeskView: View {
  @Bindable var store: StoreOf<SecondDesk>

  var body: some View {
    VStack {
      Text("Count: \(store.count)")
      Text("Blue: \(store.blue)")
      Button("Count") { store.send(.countTapped) }
      Button("Write") { store.send(.writeTapped) }
    }
    .navigationTitle("Second desk")
    .sheet(item: $store.scope(state: \.letter, action: \.letter)) { SecondLetterView(store: $0) }
  }
}

struct SecondLetterView: View {
  @Bindable var store: StoreOf<SecondLetter>

  var body: some View {
    Form {
      TextField("Text", text: $store.text)
      TextField("Place", text: $store.place).id("place")
      Button("Apply") {}
    }
    .navigationTitle("Second letter")
  }
}

struct SecondDeskApp: App {
  let store = Store(initialState: SecondDesk.State()) { SecondDesk() }

  var body: some Scene {
    WindowGroup { SecondDeskView(store: store) }
      .routes(of: store)
  }
}
