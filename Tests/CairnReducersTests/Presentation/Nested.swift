import Cairn

/// A sheet on a sheet on a drill-down, and trees in a stack in a tree.
enum Nested {
  @Reducer
  struct Remark {
    @ObservableState
    struct State: Equatable, Codable {}
    enum Action: Equatable { case run }
    @Dependency(\.events) var events

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .run { _ in await events.untilCancelled("remark") } }
    }
  }

  @Reducer
  struct Note {
    @ObservableState
    struct State: Equatable, Codable {
      @Presents var remark: Remark.State?
      var text = ""
    }
    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case remark(PresentationAction<Remark.Action>)
      case doneButtonTapped
      case run
    }
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.events) var events

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding, .remark: .none
        case .doneButtonTapped: .run { _ in await dismiss() }
        case .run: .run { _ in await events.untilCancelled("note") }
        }
      }
      .ifLet(\.$remark, action: \.remark) { Remark() }
    }
  }

  @Reducer
  struct Page {
    @Reducer(state: .codable, .equatable, action: .equatable)
    enum Destination {
      case alert(AlertState<Alert>)
      case note(Note)

      @CasePathable
      enum Alert: Equatable, Codable { case erase }
    }
    @ObservableState
    struct State: Equatable, Codable {
      @Presents var destination: Destination.State?
      @Presents var help: Note.State?
      var number = 1
      var notes: [String] = []
    }
    enum Action: Equatable {
      case destination(PresentationAction<Destination.Action>)
      case help(PresentationAction<Note.Action>)
      case closeButtonTapped
      case noteButtonTapped
      case run
      case turned
    }
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.events) var events

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .destination(.dismiss):
          if let text = state.destination?.note?.text { state.notes.append(text) }
          return .none
        case .destination(.presented(.alert(.erase))):
          state.notes = []
          return .none
        case .destination, .help, .turned:
          return .none
        case .closeButtonTapped:
          return .run { _ in await dismiss() }
        case .noteButtonTapped:
          state.destination = .note(Note.State())
          return .none
        case .run:
          return .run { send in
            await events.untilCancelled("page")
            await send(.turned)
          }
        }
      }
      .ifLet(\.$destination, action: \.destination)
      .ifLet(\.$help, action: \.help) { Note() }
    }
  }

  @Reducer
  struct Book {
    @Reducer(state: .codable, .equatable, action: .equatable)
    enum Path {
      case page(Page)
      case note(Note)
    }
    @ObservableState
    struct State: Equatable, Codable {
      var path = StackState<Path.State>()
    }
    enum Action: Equatable {
      case path(StackActionOf<Path>)
      case pageButtonTapped(Int)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .pageButtonTapped(let number) = action {
          state.path.append(.page(Page.State(number: number)))
        }
        return .none
      }
      .forEach(\.path, action: \.path)
    }
  }

  @Reducer
  struct Library {
    @Reducer(state: .codable, .equatable, action: .equatable)
    enum Destination {
      case book(Book)
      case page(Page)
    }
    @ObservableState
    struct State: Equatable, Codable {
      @Presents var destination: Destination.State?
    }
    enum Action: Equatable {
      case destination(PresentationAction<Destination.Action>)
      case bookButtonTapped
      case pageButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .bookButtonTapped: state.destination = .book(Book.State())
        case .pageButtonTapped: state.destination = .page(Page.State())
        case .destination: break
        }
        return .none
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }
}

private enum EventsKey: TestDependencyKey {
  static var testValue: Events { Events() }
}

extension DependencyValues {
  /// Collects events from effects.
  var events: Events {
    get { self[EventsKey.self] }
    set { self[EventsKey.self] = newValue }
  }
}
