import Cairn
import Foundation

// One feature for each less common spelling.

@Reducer
struct Odometer {
  var body: some Reducer<Int, Bool> {
    Reduce { state, isForward in
      state += isForward ? 1 : -1
      return .none
    }
  }
}

@Reducer
struct Tally {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case up, down }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += action == .up ? 1 : -1
    return .none
  }
}

/// A parent whose actions are its child's.
@Reducer
struct Wrapper {
  struct State: Equatable {
    var always = Tally.State()
    var sometimes: Tally.State?
  }
  typealias Action = Tally.Action

  var body: some ReducerOf<Self> {
    Scope(state: \.always, action: \.self) { Tally() }
    CombineReducers {
      EmptyReducer()
    }
    .ifLet(\.sometimes, action: \.self) { Tally() }
  }
}

@Reducer
struct Mode {
  @CasePathable
  enum State: Equatable {
    case counting(Tally.State)
    case named(String)
    case off
  }
  enum Action {
    case counting(Tally.Action)
    case named(Never)
    case switchOff
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.named, action: \.named) {}
    Reduce { state, action in
      if case .switchOff = action { state = .off }
      return .none
    }
    .ifCaseLet(\.counting, action: \.counting) { Tally() }
  }
}

/// Features with erased types.
@Reducer
struct Chosen {
  typealias State = Tally.State
  typealias Action = Tally.Action
  let children: [any ReducerOf<Tally>]

  var body: some ReducerOf<Self> {
    children[0]
    for child in children.dropFirst() { child }
  }
}

/// Enums of features in enums of features.
@Reducer
struct House {
  @Reducer
  enum Room {
    case bath(Tally)
    case kitchen(Kitchen)
    case cellar(Shelf<Tally> = Shelf(base: Tally()))
    case attic(Attic)
  }

  @Reducer
  enum Kitchen {
    case oven(Tally)
    case table(Tally)
  }

  /// An enum with its own actions and body.
  @Reducer
  enum Attic {
    case box(Tally)

    enum Action {
      case box(Tally.Action)
      case sweep
    }

    static var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .sweep = action { state = .box(Tally.State(count: 0)) }
        return .none
      }
      Scope(state: \.box, action: \.box) { Tally() }
    }
  }

  @ObservableState
  struct State: Equatable { @Presents var room: Room.State? }
  enum Action { case room(PresentationAction<Room.Action>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$room, action: \.room)
  }
}

extension House.Room.State: Equatable {}
extension House.Kitchen.State: Equatable {}
extension House.Attic.State: Equatable {}

struct Shelf<Base: Reducer>: Reducer {
  let base: Base
  var body: some Reducer<Base.State, Base.Action> { base }
}

@Reducer
enum NoScreens {}

@Reducer
public struct Preferences: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var isLoud = false
    public init() {}
  }
  public enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case louder
  }
  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.isLoud) { _, isLoud in
        Reduce { _, _ in .none }
      }
    Reduce { _, action in
      switch action {
      case .binding: .none
      case .louder: .send(.set(\.isLoud, true))
      }
    }
  }
}

/// Binding actions that weren't processed by a macro.
struct Handwritten: Reducer {
  struct State: Equatable { var text = "" }
  enum Action: BindableAction {
    typealias State = Handwritten.State
    case binding(BindingAction<State>)
    case clear
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .clear = action { state.text = "" }
      return .none
    }
  }
}

/// A dialog in a plain optional.
@Reducer
struct Plain {
  struct State: Equatable {
    var alert: AlertState<Never>?
    var confirmation: ConfirmationDialogState<Action.Confirmation>?
  }
  enum Action {
    case alert(Never)
    case confirmation(Confirmation)
    case ask

    @CasePathable
    enum Confirmation { case yes }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .ask = action {
        state.confirmation = ConfirmationDialogState {
          TextState("Sure?")
        } actions: {
          ButtonState(action: .send(.yes)) { TextState("Yes") }
        }
      }
      return .none
    }
    .ifLet(\.confirmation, action: \.confirmation)
  }
}

@CasePathable
enum Status: Equatable {
  case inStock(Int)
  case onBackOrder(Int)
  case soldOut
}

struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

extension FactClient: DependencyKey {
  static let liveValue = FactClient(fetch: { "\($0) is a number" })
  static let testValue = FactClient(fetch: unimplemented("FactClient.fetch"))
}

@Reducer
struct Facts {
  struct State: Equatable {
    @Shared(.inMemory("facts")) var facts: [String] = []
    var last: String?
    var isLoading = false
  }
  enum Action {
    case ask(Int)
    case response(Result<String, any Error>)
    case askOnMain
    case askByName
    case cancel
    case track
  }
  enum CancelID { case fetch }
  @Dependency(FactClient.self) var client
  @Dependency(\.date.now) var now
  @Dependency(\.fireAndForget) var fireAndForget
  @Dependency(\.assert) var assert

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask(let number):
        state.isLoading = true
        assert(number >= 0, "Only numbers that one can count to.")
        return .run { send in
          await send(.response(await Result { try await client.fetch(number) }))
        }
        .cancellable(id: CancelID.fetch, cancelInFlight: true)
      case .askOnMain:
        return .run { @MainActor send in send(.response(.success("main"))) }
      case .askByName:
        return .run(priority: .high, name: "Ask") { send in
          await send(.response(.success(Task.name ?? "")))
        }
      case .cancel:
        state.isLoading = false
        return .run { _ in Task.cancel(id: CancelID.fetch) }
      case .response(.success(let fact)):
        state.isLoading = false
        state.last = fact
        state.$facts.withLock { $0.append(fact) }
        return .none
      case .response(.failure):
        state.isLoading = false
        state.last = nil
        return .none
      case .track:
        return .run { [facts = state.$facts] _ in
          await fireAndForget { facts.withLock { $0.append("tracked") } }
        }
      }
    }
  }
}

/// The views of an enum of destinations, through its projected value.
struct HouseView: View {
  @Bindable var store: StoreOf<House>

  var body: some View {
    Text("House")
      .sheet(item: $store.scope(\.$room, action: \.room).bath) { store in
        TallyView(store: store)
      }
      .sheet(item: $store.scope(state: \.room?.kitchen?.oven, action: \.room.kitchen.oven)) {
        store in
        TallyView(store: store)
      }
  }
}

/// An alert in an enum of destinations, through its projected value, and a shared value that a field writes.
struct DetailView: View {
  @Bindable var store: StoreOf<MeetingDetail>

  var body: some View {
    TextField("Title", text: Binding(store.$meeting.title))
      .alert($store.scope(\.$destination, action: \.destination).alert) { action in
        if let action { store.send(.destination(.presented(.alert(action)))) }
      }
      .sheet(item: $store.scope(\.$destination, action: \.destination).edit) { store in
        Text(store.meeting.title)
      }
  }
}

struct TallyView: View {
  let store: StoreOf<Tally>
  var body: some View { Text("\(store.count)") }
}

/// A stack with one kind of screen, and a case that uses the parent's actions.
@Reducer
struct Drill {
  struct State: Equatable { var path = StackState<Tally.State>() }
  enum Action { case path(StackActionOf<Tally>) }

  var body: some ReducerOf<Self> {
    EmptyReducer().forEach(\.path, action: \.path) { Tally() }
  }
}

@Reducer
struct Switch {
  @CasePathable
  enum State: Equatable {
    case on(Tally.State)
    case off
  }
  typealias Action = Tally.Action

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifCaseLet(\.on, action: \.self) { Tally() }
  }
}

/// An enum of features that contains another enum, which is declared later.
@Reducer
enum Estate {
  case house(House)
  case garage(Garage)
}

@Reducer
enum Garage {
  case car(Tally)
}

extension Estate.State: Equatable {}
extension Garage.State: Equatable {}

/// Options with keys and defaults of both kinds.
struct Options {
  @Shared(.inMemory("option a")) var withDefault: Int? = 3
  @Shared(.inMemory("option b")) var withNil: Int? = nil
  @Shared(.inMemory("option c")) var without: Int?
}
