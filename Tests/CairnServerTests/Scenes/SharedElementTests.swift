import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// An element of a session's value that is passed to a sheet is found again after a restart.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct SharedElementTests {
  struct Friend: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var stars = 0
  }

  @Reducer
  struct Detail {
    @ObservableState
    struct State: Codable, Equatable {
      @Shared var friend: Friend
    }

    enum Action { case starTapped }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.$friend.withLock { $0.stars += 1 }
        return .none
      }
    }
  }

  @Reducer
  struct Friends {
    @ObservableState
    struct State: Codable, Equatable {
      @Shared(.session("friends")) var friends: IdentifiedArrayOf<Friend> = [
        Friend(id: 6), Friend(id: 7),
      ]
      @Presents var detail: Detail.State?
    }

    enum Action {
      case detail(PresentationAction<Detail.Action>)
      case openTapped(Friend.ID)
      case removeTapped(Friend.ID)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .detail: break
        case .openTapped(let id):
          state.detail = Shared(state.$friends[id: id]).map { Detail.State(friend: $0) }
        case .removeTapped(let id):
          state.$friends.withLock { _ = $0.remove(id: id) }
        }
        return .none
      }
      .ifLet(\.$detail, action: \.detail) { Detail() }
    }
  }

  struct FriendsView: View {
    @Bindable var store: StoreOf<Friends>

    var body: some View {
      VStack {
        ForEach(store.friends) { friend in
          Text("Friend \(friend.id) has \(friend.stars) stars.")
          Button("Open \(friend.id)") { store.send(.openTapped(friend.id)) }
        }
      }
      .sheet(item: $store.scope(state: \.detail, action: \.detail)) { detail in
        Text("The sheet shows \(detail.friend.stars) stars.")
        Button("Add a star") { detail.send(.starTapped) }
        Button("Remove 6") { store.send(.removeTapped(6)) }
        Button("Remove 7") { store.send(.removeTapped(7)) }
      }
    }
  }

  struct FriendsApp: App {
    let store = Store(initialState: Friends.State()) { Friends() }

    var body: some Scene {
      WindowGroup { FriendsView(store: store) }
    }
  }

  private func server() throws -> TestServer {
    try TestServer { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/", FriendsApp.self) }
    }
  }

  @Test(.restarting) func `A sheet changes its element of the list after a restart`() async throws {
    let server = try server()
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/")
    try await browser.click("Open 7")
    try await browser.click("Add a star")
    #expect(browser.text.contains("Friend 7 has 1 stars."))
    try server.restart()
    #expect(browser.text.contains("The sheet shows 1 stars."))
    try await browser.click("Add a star")
    #expect(browser.text.contains("Friend 7 has 2 stars."))
    #expect(browser.text.contains("The sheet shows 2 stars."))
    // The element is found by its ID at its new index.
    try await browser.click("Remove 6")
    try server.restart()
    try await browser.click("Add a star")
    #expect(!browser.text.contains("Friend 6"))
    #expect(browser.text.contains("Friend 7 has 3 stars."))
  }

  @Test(.restarting) func `A sheet keeps a removed element and ignores changes`() async throws {
    let server = try server()
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/")
    try await browser.click("Open 7")
    try await browser.click("Add a star")
    try await browser.click("Remove 7")
    try server.restart()
    try await browser.click("Add a star")
    #expect(!browser.text.contains("Friend 7"))
    #expect(browser.text.contains("The sheet shows 1 stars."))
  }

  @Test func `Another tab shows the change that a sheet makes after a restart`() async throws {
    let server = try server()
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/")
    try await browser.click("Open 7")
    let other = browser.newTab()
    try await other.open("/")
    try server.restart()
    try await browser.click("Add a star")
    try await other.reload()
    #expect(other.text.contains("Friend 7 has 1 stars."))
  }
}
