import Cairn

// One menu, with its navigation as a tree and as a stack.

@Reducer
struct SignIn {
  @ObservableState
  struct State: Equatable {}
  enum Action: Equatable {
    case exitButtonTapped
  }
  @Dependency(\.dismiss) var dismiss
  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .exitButtonTapped: .run { _ in await self.dismiss() }
      }
    }
  }
}

@Reducer
struct SignUpConfirmation {}

enum Tree {
  @Reducer
  struct SignUp {
    @Reducer(state: .equatable, action: .equatable)
    enum Destination {
      case confirmation(SignUpConfirmation)
    }
    @ObservableState
    struct State: Equatable {
      @Presents var destination: Destination.State?
    }
    enum Action: Equatable {
      case signUpTapped
      case destination(PresentationAction<Destination.Action>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .signUpTapped:
          state.destination = .confirmation(SignUpConfirmation.State())
          return .none
        case .destination:
          return .none
        }
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }

  @Reducer
  struct MainMenu {
    @Reducer(state: .equatable, action: .equatable)
    enum Destination {
      case signIn(SignIn)
      case signUp(SignUp)
    }
    @ObservableState
    struct State: Equatable {
      @Presents var destination: Destination.State?
    }
    enum Action: Equatable {
      case signInTapped
      case signUpTapped

      case destination(PresentationAction<Destination.Action>)
    }
    var body: some ReducerOf<MainMenu> {
      Reduce { state, action in
        switch action {
        case .signInTapped:
          state.destination = .signIn(SignIn.State())
          return .none
        case .signUpTapped:
          state.destination = .signUp(SignUp.State())
          return .none

        // You can catch specific child actions like this
        case .destination(.presented(.signUp(.signUpTapped))):
          return .none
        // The rest of the children action will trigger this
        case .destination:
          return .none
        }
      }
      .ifLet(\.$destination, action: \.destination)
    }
  }
}

enum Stack {
  @Reducer
  struct SignUp {
    @ObservableState
    struct State: Equatable {}
    enum Action: Equatable {
      case signUpTapped
    }
  }

  @Reducer
  struct MainMenu {
    @Reducer(state: .equatable, action: .equatable)
    enum Path {
      case signIn(SignIn)
      case signUp(SignUp)
      case signUpConfirmation(SignUpConfirmation)
    }
    @ObservableState
    struct State: Equatable {
      var path = StackState<Path.State>()
    }
    enum Action: Equatable {
      case signInTapped
      case signUpTapped

      case path(StackActionOf<Path>)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .signInTapped:
          state.path.append(.signIn(SignIn.State()))
          return .none
        case .signUpTapped:
          state.path.append(.signUp(SignUp.State()))
          return .none

        // You can catch specific child actions like this
        case .path(.element(id: _, action: .signUp(.signUpTapped))):
          state.path.append(.signUpConfirmation(SignUpConfirmation.State()))
          return .none

        // The rest of the children action will trigger this
        case .path:
          return .none
        }
      }
      .forEach(\.path, action: \.path)
    }
  }
}
