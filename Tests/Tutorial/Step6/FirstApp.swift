import Cairn
import CairnServer

struct Bird: Codable, Equatable, Identifiable, Sendable {
  var name: String
  var count: Int

  var id: String { name }
}

@Reducer
struct BirdForm {
  @ObservableState
  struct State: Codable, Equatable {
    var name = ""
    var problem: String?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case saveButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        state.problem = nil
        return .none
      case .cancelButtonTapped:
        return .run { _ in await dismiss() }
      case .saveButtonTapped:
        return .none
      }
    }
  }
}

struct BirdFormView: View {
  @Bindable var store: StoreOf<BirdForm>

  var body: some View {
    Form {
      TextField("Name", text: $store.name)
        .validationMessage(store.problem)
    }
    .navigationTitle("New bird")
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel", role: .cancel) { store.send(.cancelButtonTapped) }
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") { store.send(.saveButtonTapped) }
      }
    }
  }
}

@Reducer
struct BirdLog {
  @ObservableState
  struct State: Codable, Equatable {
    @Shared(.session("birds")) var birds: IdentifiedArrayOf<Bird> = [
      Bird(name: "Blackbird", count: 2),
      Bird(name: "Robin", count: 1),
    ]
    @Presents var form: BirdForm.State?
  }

  enum Action {
    case addButtonTapped
    case birdsChanged
    case countButtonTapped(id: Bird.ID)
    case form(PresentationAction<BirdForm.Action>)
    case task
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.form = BirdForm.State()
        return .none

      case .birdsChanged:
        return .none

      case .countButtonTapped(let id):
        state.$birds.withLock { $0[id: id]?.count += 1 }
        return .none

      case .form(.presented(.saveButtonTapped)):
        guard let name = state.form?.name, !name.isEmpty else {
          state.form?.problem = "Enter the name of the bird."
          return .none
        }
        state.$birds.withLock { birds in
          if birds[id: name] == nil {
            birds.append(Bird(name: name, count: 1))
          } else {
            birds[id: name]?.count += 1
          }
        }
        state.form = nil
        return .none

      case .form:
        return .none

      case .task:
        return .run { [birds = state.$birds] send in
          for await _ in birds.values { await send(.birdsChanged) }
        }
      }
    }
    .ifLet(\.$form, action: \.form) { BirdForm() }
  }
}

extension BirdLog.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.form, "add") { _ in BirdForm.State() }
  }
}

struct BirdLogView: View {
  @Bindable var store: StoreOf<BirdLog>

  var body: some View {
    List(store.birds) { bird in
      HStack {
        Text("\(bird.name): \(bird.count)")
        Spacer()
        Button("Count") { store.send(.countButtonTapped(id: bird.id)) }
          .accessibilityLabel("Count \(bird.name)")
      }
    }
    .navigationTitle("Bird log")
    .toolbar {
      Button("Add") { store.send(.addButtonTapped) }
    }
    .task(while: .connected) { await store.send(.task).finish() }
    .sheet(item: $store.scope(state: \.form, action: \.form)) { store in
      BirdFormView(store: store)
    }
  }
}

@main
struct BirdApp: App {
  let store = Store(initialState: BirdLog.State()) { BirdLog() }

  var body: some Scene {
    WindowGroup { BirdLogView(store: store) }
      .routes(of: store)
  }
}
