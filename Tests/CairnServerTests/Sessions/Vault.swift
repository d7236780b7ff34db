import Cairn
import CairnServer
import CairnTesting
import Foundation
import Synchronization

/// An application with sign-in, and with values that its tabs share.
@Reducer
struct Vault {
  @ObservableState
  struct State: Codable, Equatable {
    @Shared(.session("user")) var user: String?
    @Shared(.session("count")) var count = 0
    var own = 0
    var name = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case countTapped
    case endOthersTapped
    case endAllTapped
    case lateTapped
    case renewTapped
    case signedIn
    case signInTapped
    case signOutTapped
    case slowlyTapped
  }

  @Dependency(\.gate) var gate
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .countTapped:
        state.own += 1
        state.$count.withLock { $0 += 1 }
      case .endOthersTapped:
        return .run { [session] _ in try await session.endAll(for: "ann", exceptCurrent: true) }
      case .endAllTapped:
        return .run { [session] _ in try await session.endAll(for: "ann", exceptCurrent: false) }
      case .lateTapped:
        session.regenerateID()
        return .run { [session, gate] send in
          await withoutBlockingResponse { await gate.pass() }
          session.signIn(as: "ann")
          await send(.signedIn)
        }
      case .renewTapped: session.regenerateID()
      case .signedIn: state.$user.withLock { $0 = "ann" }
      case .signInTapped:
        session.signIn(as: state.name.isEmpty ? "ann" : state.name)
        state.$user.withLock { $0 = state.name.isEmpty ? "ann" : state.name }
      case .signOutTapped:
        session.signOut()
        state.$user.withLock { $0 = nil }
      case .slowlyTapped:
        return .run { [session, gate] send in
          session.signIn(as: "ann")
          await send(.signedIn)
          await gate.pass()
        }
      }
      return .none
    }
  }
}

struct VaultView: View {
  @Bindable var store: StoreOf<Vault>
  @Dependency(\.session) var session

  var body: some View {
    Form {
      Text("User: \(store.user ?? "nobody")")
      Text("Count: \(store.count)")
      Text("Own: \(store.own)")
      Text("Session: \(session.id.uuidString)")
      Text("Owner: \(session.owner ?? "none")")
      TextField("Name", text: $store.name)
      Button("Count") { store.send(.countTapped) }
      Button("Sign in") { store.send(.signInTapped) }
      Button("Sign in slowly") { store.send(.slowlyTapped) }
      Button("Sign in late") { store.send(.lateTapped) }
      Button("Sign out") { store.send(.signOutTapped) }
      Button("Renew") { store.send(.renewTapped) }
      Button("End others") { store.send(.endOthersTapped) }
      Button("End all") { store.send(.endAllTapped) }
    }
    .navigationTitle("Vault")
  }
}

struct VaultApp: App {
  let store = Store(initialState: Vault.State()) { Vault() }

  var body: some Scene { WindowGroup { VaultView(store: store) } }
}

/// Blocks tasks until it's opened.
final class VaultGate: Sendable {
  private let (opening, opener) = AsyncStream<Void>.makeStream()
  private let (arrivals, continuation) = AsyncStream<Void>.makeStream()

  func pass() async {
    continuation.yield()
    for await _ in opening { break }
  }

  /// Returns when a task is waiting.
  func isReached() async {
    for await _ in arrivals { break }
  }

  func open() { opener.finish() }
}

private enum VaultGateKey: DependencyKey {
  static var liveValue: VaultGate { VaultGate() }
  static var testValue: VaultGate { VaultGate() }
}

extension DependencyValues {
  var gate: VaultGate {
    get { self[VaultGateKey.self] }
    set { self[VaultGateKey.self] = newValue }
  }
}

/// A client that has planted or read a cookie. All its requests use that cookie.
struct Bearer: BrowserTransport {
  let base: any BrowserTransport
  let cookie: String
  var origin: String { base.origin }

  /// - Parameter browser: The browser whose current cookie is used.
  init(_ base: any BrowserTransport, ofCookie browser: Browser) {
    self.base = base
    cookie = browser.cookieHeader
  }

  init(_ base: any BrowserTransport, cookie: String) {
    self.base = base
    self.cookie = cookie
  }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    var request = request
    request.headers.removeAll { $0.0 == "Cookie" }
    request.headers.append(("Cookie", cookie))
    return try await base.send(request)
  }
}

extension Browser {
  var cookieHeader: String { cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ") }

  /// The request and the response of the last submitted form.
  var submission: BrowserExchange? { exchanges.first { $0.request.method == "POST" } }

  /// Returns the value in the page's line with a label.
  func shown(_ label: String) -> String? {
    guard let range = text.range(of: "\(label): ") else { return nil }
    return String(text[range.upperBound...].prefix { !$0.isWhitespace })
  }
}
