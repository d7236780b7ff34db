import Cairn
import CairnServer

/// A typical sign-in form, with the password in its state.
@Reducer
struct SignInForm {
  @ObservableState
  struct State: Codable, Equatable {
    var name = ""
    var password = Secret()
    var pin = Secret()
    /// Copies of the password as ordinary strings. Applications shouldn't make them.
    var attempts: [String] = []
    var refused: String?
    var isSignedIn = false
    var count = 0
    @Presents var help: Help.State?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case countTapped
    case help(PresentationAction<Help.Action>)
    case helpTapped
    case refused(String)
    case signedIn
    case signInTapped
  }

  @Dependency(\.gate) var gate
  @Dependency(\.passwordLog) var log

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .help: return .none
      case .countTapped:
        state.count += 1
        return .none
      case .helpTapped:
        state.help = Help.State()
        return .none
      case .refused(let password):
        state.refused = password
        return .none
      case .signedIn:
        state.password = Secret()
        state.isSignedIn = true
        return .none
      case .signInTapped:
        state.attempts.append(state.password.reveal())
        return .run { [log, gate, password = state.password.reveal(), pin = state.pin] send in
          await send(.refused(password))
          await withoutBlockingResponse { await gate.pass() }
          log.note(password)
          log.note(pin.reveal())
          await send(.signedIn)
        }
      }
    }
    .ifLet(\.$help, action: \.help) { Help() }
  }

  @Reducer
  struct Help {
    @ObservableState
    struct State: Codable, Equatable {}
    enum Action { case closed }

    var body: some ReducerOf<Self> { EmptyReducer() }
  }
}

/// Logs the checked passwords.
final class PasswordLog: Sendable {
  private let entries = LockIsolated<[String]>([])

  var all: [String] { entries.value }

  func note(_ password: String) { entries.withValue { $0.append(password) } }
}

private enum PasswordLogKey: DependencyKey {
  static let liveValue = PasswordLog()
  static var testValue: PasswordLog { PasswordLog() }
}

extension DependencyValues {
  var passwordLog: PasswordLog {
    get { self[PasswordLogKey.self] }
    set { self[PasswordLogKey.self] = newValue }
  }
}

struct SignInFormView: View {
  @Bindable var store: StoreOf<SignInForm>

  var body: some View {
    Form {
      TextField("Name", text: $store.name)
      SecureField("Password", text: $store.password)
      SecureField("PIN", text: $store.pin)
      Text("Count: \(store.count), signed in: \(store.isSignedIn ? "yes" : "no")")
      Text("Password: \(store.password.isEmpty ? "none" : "some")")
      Button("Sign in") { store.send(.signInTapped) }
      Button("Count") { store.send(.countTapped) }
      Button("Help") { store.send(.helpTapped) }
    }
    .navigationTitle("Sign in")
    .sheet(item: $store.scope(state: \.help, action: \.help)) { _ in
      Text("Ask a colleague.").navigationTitle("Help")
    }
  }
}

struct SignInFormApp: App {
  let store = Store(initialState: SignInForm.State()) { SignInForm() }

  var body: some Scene { WindowGroup { SignInFormView(store: store) } }
}
