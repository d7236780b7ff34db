import CairnModels
import CairnServer
import CairnTesting
import Synchronization
import Testing
import Ways

/// Scenes whose models call each other, as in a chat.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.load)) struct CrossSceneTests {
  private static let visitors = 6
  private static let clicks = 25

  private func site() throws -> FlowSite {
    let room = ChatRoom()
    return try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.chatRoom = room
      } mounts: {
        Mount("/", ChatApp.self)
      }
    }
  }

  @Test(arguments: ["Say", "Say later"])
  func `All visitors can message all others at the same time`(_ button: String) async throws {
    let site = try site()
    let browsers = try await site.crowd(
      clicks: button, times: Self.clicks, users: Self.visitors, after: "Join")
    for browser in browsers {
      try await browser.reload()
      #expect(browser.text.contains("Heard: \(Self.visitors * Self.clicks)"))
      #expect(browser.text.contains("Answers: \(Self.visitors * Self.clicks)"))
    }
  }
}

private final class ChatRoom: Sendable, DependencyKey {
  static let liveValue = ChatRoom()
  private let all = Mutex<[ChatModel]>([])

  var everyone: [ChatModel] { all.withLock { $0 } }

  func join(_ model: ChatModel) { all.withLock { $0.append(model) } }
}

extension DependencyValues {
  fileprivate var chatRoom: ChatRoom {
    get { self[ChatRoom.self] }
    set { self[ChatRoom.self] = newValue }
  }
}

private struct ChatModel: Model {
  struct State: Equatable, Codable {
    var heard = 0
    var answers = 0
  }

  @ModelDependency(\.chatRoom) var room
  @ModelState private var state: State

  func joinTapped() { room.join(self) }

  func sayTapped() {
    for chat in room.everyone where chat.hear() > 0 { state.answers += 1 }
  }

  func sayLaterTapped() { task { sayTapped() } }

  func hear() -> Int {
    state.heard += 1
    return state.heard
  }
}

private struct ChatView: View {
  @ObservedModel var model: ChatModel

  var body: some View {
    VStack {
      Text("Heard: \(model.heard)")
      Text("Answers: \(model.answers)")
      Button("Join") { model.joinTapped() }
      Button("Say") { model.sayTapped() }
      Button("Say later") { model.sayLaterTapped() }
    }
  }
}

private struct ChatApp: App {
  let store = Store<ChatModel>(initialState: .init())

  var body: some Scene {
    WindowGroup { ChatView(model: store.model) }
  }
}
