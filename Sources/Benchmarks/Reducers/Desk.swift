import Cairn

/// The root feature, which presents folders. They present documents, which present editors.
@Reducer
struct Desk {
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var path = StackState<Path.State>()
    var name = "Desk"
    var taps = 0
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case folderTapped
    case path(StackActionOf<Path>)
    case tapped
  }

  @Reducer(state: .equatable)
  enum Destination {
    case alert(AlertState<Never>)
    case editor(Editor)
    case folder(Folder)
  }

  @Reducer(state: .equatable)
  enum Path {
    case document(Document)
    case editor(Editor)
    case folder(Folder)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination, .path:
        return .none
      case .folderTapped:
        state.destination = .folder(Folder.State())
        return .none
      case .tapped:
        state.taps += 1
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }
}

@Reducer
struct Folder {
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var name = "Folder"
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case documentTapped
  }

  @Reducer(state: .equatable)
  enum Destination {
    case alert(AlertState<Never>)
    case document(Document)
    case editor(Editor)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination:
        return .none
      case .documentTapped:
        state.destination = .document(Document.State())
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
struct Document {
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var name = "Document"
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case editorTapped
  }

  @Reducer(state: .equatable)
  enum Destination {
    case alert(AlertState<Never>)
    case editor(Editor)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination:
        return .none
      case .editorTapped:
        state.destination = .editor(Editor.State())
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
struct Editor {
  @ObservableState
  struct State: Equatable {
    var text = ""
    var keys = 0
  }

  enum Action {
    case keyPressed
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .keyPressed:
        state.keys += 1
        return .none
      }
    }
  }
}
