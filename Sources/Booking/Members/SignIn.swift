import Cairn
import Foundation

/// The form to sign in or to sign up.
@Reducer
struct SignIn {
  @ObservableState
  struct State: Codable, Equatable {
    var name = ""
    var password = Secret()
    var problem: SignInProblem?
    var checking = WorkInFlight()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case rejected(SignInProblem)
    case signedIn, signInTapped, signUpTapped
  }

  @Dependency(\.house) var house
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .rejected(let problem):
        state.checking.isRunning = false
        state.password = Secret()
        state.problem = problem
      case .signedIn: state = State()
      case .signInTapped: return check(&state, by: house.signIn)
      case .signUpTapped: return check(&state, by: house.signUp)
      }
      return .none
    }
    .persistedAction(\.rejected)
  }

  private func check(
    _ state: inout State, by find: @escaping @Sendable (String, Secret) async throws -> String
  ) -> Effect<Action> {
    guard !state.checking.isRunning else { return .none }
    state.checking.isRunning = true
    state.problem = nil
    let name = state.name.trimmingCharacters(in: .whitespaces)
    session.regenerateID()
    return .run { [session, password = state.password] send in
      session.signIn(as: try await find(name, password))
      await send(.signedIn)
    } catch: { error, send in
      await send(.rejected(error as? SignInProblem ?? .failed))
    }
    .onInterruption(send: .rejected(.failed))
  }
}
