import Cairn
import CairnServer
import CairnSessions
import CairnTesting
import Foundation
import Synchronization

/// An application whose tabs share the signed-in user.
@Reducer
struct Members {
  struct Member: Codable, Equatable, Sendable {
    var name = "Ann"
    var visits = 0
  }

  struct Notes: Equatable, Sendable {
    var count = 0
  }

  @ObservableState
  struct State: Codable, Equatable {
    @Shared(.session("member")) var member: Member?
    @Shared(.session("notes")) var notes = Notes()
    @Shared(.session("large")) var large = ""
    @Presents var rename: Rename.State?
  }

  enum Action {
    case fillTapped
    case noteTapped
    case rename(PresentationAction<Rename.Action>)
    case renameTapped
    case signInTapped
    case signOutTapped
    case visitLaterTapped
    case visitTapped
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .fillTapped:
        state.$large.withLock { $0 = String(repeating: "x", count: 300_000) }
      case .noteTapped:
        state.$notes.withLock { $0.count += 1 }
      case .rename:
        break
      case .renameTapped:
        if let member = Shared(state.$member) { state.rename = Rename.State(name: member.name) }
      case .signInTapped:
        state.$member.withLock { $0 = Member() }
      case .signOutTapped:
        state.$member.withLock { $0 = nil }
      case .visitLaterTapped:
        return .run { [clock, member = state.$member] _ in
          try await clock.sleep(for: .seconds(1))
          member.withLock { $0?.visits += 1 }
        }
      case .visitTapped:
        state.$member.withLock { $0?.visits += 1 }
      }
      return .none
    }
    .ifLet(\.$rename, action: \.rename) { Rename() }
  }
}

@Reducer
struct Rename {
  @ObservableState
  struct State: Codable, Equatable {
    @Shared var name: String
  }

  enum Action { case nameChanged(String) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name): state.$name.withLock { $0 = name }
      }
      return .none
    }
  }
}

struct MembersView: View {
  @Bindable var store: StoreOf<Members>
  @Dependency(\.session) var session

  var body: some View {
    VStack {
      if let member = store.member {
        Text("\(member.name), \(member.visits) visits")
      } else {
        Text("Not signed in")
      }
      Text("Notes: \(store.notes.count)")
      Text("Bytes: \(store.large.utf8.count)")
      Text("Session: \(session.id.uuidString)")
      Button("Sign in") { store.send(.signInTapped) }
      Button("Sign out") { store.send(.signOutTapped) }
      Button("Visit") { store.send(.visitTapped) }
      Button("Visit later") { store.send(.visitLaterTapped) }
      Button("Rename") { store.send(.renameTapped) }
      Button("Note") { store.send(.noteTapped) }
      Button("Fill") { store.send(.fillTapped) }
    }
    .navigationTitle("Members")
    .sheet(item: $store.scope(state: \.rename, action: \.rename)) { RenameView(store: $0) }
  }
}

struct RenameView: View {
  @Bindable var store: StoreOf<Rename>

  var body: some View {
    Form {
      TextField("Name", text: $store.name.sending(\.nameChanged))
      Button("Apply") {}
    }
    .navigationTitle("Rename")
  }
}

struct MembersApp: App {
  let store = Store(initialState: Members.State()) { Members() }

  var body: some Scene { WindowGroup { MembersView(store: store) } }
}

/// A store in memory that fails on demand, and reports the values that it stores.
final class ListeningStore: SessionStore {
  /// The payloads of committed values.
  let payloads: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let base = MemorySessionStore()
  private let isRefusing = Mutex(false)

  init() {
    (payloads, continuation) = AsyncStream.makeStream()
  }

  func refuse(_ isRefusing: Bool) {
    self.isRefusing.withLock { $0 = isRefusing }
  }

  func load(
    _ query: SessionQuery,
    completion: @escaping @Sendable (Result<SessionLoadResult, SessionStoreError>) -> Void
  ) {
    base.load(query, completion: completion)
  }

  func commit(
    _ transaction: SessionTransaction,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    guard !isRefusing.withLock({ $0 }) else {
      return completion(
        .failure(
          SessionStoreError(
            .full, reason: "The disk is full.", recoverySuggestion: "Free some space.")))
    }
    base.commit(transaction) { [continuation] result in
      completion(result)
      if case .success(.committed) = result, let write = transaction.values?.write {
        continuation.yield(String(decoding: write.payload, as: UTF8.self))
      }
    }
  }

  func scenes(of session: StoredSession.ID) async throws(SessionStoreError) -> [SceneSummary] {
    try await base.scenes(of: session)
  }

  func removeSession(_ session: StoredSession.ID) async throws(SessionStoreError) {
    try await base.removeSession(session)
  }

  func removeSessions(
    idleSince time: SessionTime
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try await base.removeSessions(idleSince: time)
  }

  func removeSessions(
    of owner: StoredSession.Owner, except session: StoredSession.ID?
  ) async throws(SessionStoreError) -> [StoredSession.ID] {
    try await base.removeSessions(of: owner, except: session)
  }

  var isShared: Bool { base.isShared }

  func close() async { await base.close() }
}

/// A transport that sends requests to one of several servers, like a load balancer.
final class Balancer: BrowserTransport {
  private let transports: [InProcessTransport]
  private let current = Mutex(0)

  init(_ servers: [TestServer]) {
    transports = servers.map { InProcessTransport($0) }
  }

  init(_ servers: [Server]) {
    transports = servers.map { InProcessTransport($0) }
  }

  func turn(to index: Int) {
    current.withLock { $0 = index }
  }

  func send(_ request: BrowserRequest) async throws -> BrowserResponse {
    try await transports[current.withLock { $0 }].send(request)
  }
}
