import Cairn

// Features that are declared in less common ways.

/// A feature that also declares its conformance.
@Reducer
struct Clicker: Reducer {
  struct State: Equatable { var count = 0 }
  enum Action { case click }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

/// A body in an extension.
@Reducer
struct Doubler {
  struct State: Equatable { var count = 1 }
  enum Action { case double }
}

extension Doubler {
  @ReducerBuilder<State, Action>
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count *= 2
      return .none
    }
    EmptyReducer()
  }
}

/// A function in an extension.
@Reducer
struct Halver {
  struct State: Equatable { var count = 8 }
  enum Action { case halve }
}

extension Halver {
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count /= 2
    return .none
  }
}

/// Bodies that declare their state and actions.
@Reducer
struct Inert { let body = EmptyReducer<Int, Int>() }

@Reducer
struct Adder {
  var body: Reduce<Int, Int> {
    Reduce { state, number in
      state += number
      return .none
    }
  }
}

@Reducer
struct OtherClicker { let body = Clicker() }

@Reducer
struct ClickerAgain {
  var body: some ReducerOf<Clicker> {
    Clicker()
    OtherClicker()
  }
}

@Reducer
struct Logged {
  struct State: Equatable {
    var count = 0
    var log: [Int] = []
  }
  enum Action { case tap }

  /// A feature with the outer feature's state and actions.
  @Reducer
  struct Logging {
    var body: some Reducer<State, Action> {
      Reduce { state, _ in
        state.log.append(state.count)
        return .none
      }
    }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
    Logging()
  }
}

/// Enums of features in enums of features, composed by their bodies.
@Reducer
struct Tour {
  @Reducer
  enum Stop {
    case museum(Museum.Body = Museum.body)
    case cafe(Clicker)
  }

  @Reducer
  enum Museum {
    case hall(Clicker)
  }

  @ObservableState struct State: Equatable { @Presents var stop: Stop.State? }
  enum Action { case stop(PresentationAction<Stop.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$stop, action: \.stop)
  }
}

extension Tour.Stop.State: Equatable {}
extension Tour.Museum.State: Equatable {}

struct TourView: View {
  @Bindable var store: StoreOf<Tour>

  var body: some View {
    Text("Tour").font(.largeTitle).padding(20)
      .sheet(item: $store.scope(\.$stop, action: \.stop).museum.hall) { store in
        ClickerView(store: store)
      }
      .sheet(item: $store.scope(\.stop, action: \.stop).cafe) { store in
        ClickerView(store: store)
      }
      .navigationTitle(Text("Tour"))
  }
}

struct ClickerView: View {
  let store: StoreOf<Clicker>

  var body: some View {
    CountView(store: store.scope(state: \.count, action: \.self))
  }
}

struct CountView: View {
  let store: Store<Int, Clicker.Action>

  var body: some View {
    Button("Clicked \(store.state)") { store.send(.click) }
  }
}

/// Rows that are edited in place.
@Reducer
struct Packing {
  struct Item: Identifiable, Equatable {
    let id: Int
    var name = ""
    var isPacked = false
  }
  @ObservableState
  struct State: Equatable {
    var items: IdentifiedArrayOf<Item> = []
    var extras: [Item] = []
  }
  enum Action: BindableAction { case binding(BindingAction<State>) }
  var body: some ReducerOf<Self> { BindingReducer() }
}

struct PackingView: View {
  @Bindable var store: StoreOf<Packing>

  var body: some View {
    Form {
      ForEach($store.items) { $item in
        TextField("Item \(item.id)", text: $item.name)
        Toggle("Packed", isOn: $item.isPacked)
      }
      ForEach($store.extras, id: \.id) { extra in TextField("Extra", text: extra.name) }
    }
  }
}

/// Actions without cases.
@Reducer
struct Bell {
  typealias State = Int?
  typealias Action = Void
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.self, action: \.self) {
      Reduce { state, _ in
        state += 1
        return .none
      }
    }
  }
}
