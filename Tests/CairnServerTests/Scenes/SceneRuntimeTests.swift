import Cairn
import CairnDependencies
import CairnViews
import Foundation
import Testing

@testable import CairnServer

/// The stored data of a scene as one value.
@Suite struct SceneRuntimeTests {
  @Reducer
  struct Diary {
    @ObservableState
    struct State: Codable, Equatable {
      var count = 0
      var text = ""
    }

    enum Action { case tapped(String) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .tapped(let text) = action else { return .none }
        state.count += 1
        state.text = text
        return .none
      }
    }
  }

  struct DiaryApp: App {
    let store = Store(initialState: Diary.State()) { Diary() }
    var body: some Scene {
      WindowGroup {
        VStack {
          Text("\(store.count) \(store.text)")
          Button("Short") { store.send(.tapped("short")) }
          Button("Long") { store.send(.tapped(String(repeating: "x", count: 200_000))) }
        }
        .navigationTitle("Diary")
      }
    }
  }

  private func scene(from snapshot: SceneSnapshot? = nil) -> LiveScene {
    LiveScene(
      mount: Mount("/diary", DiaryApp.self), record: nil, dependencies: DependencyValues(),
      from: snapshot)
  }

  /// Presses a button of the scene's page, as a submission does.
  private func tap(_ label: String, _ scene: SceneRuntime, nonce: UInt128) throws {
    let submission = Submission(
      nonce: nonce, issued: UInt64(nonce), digest: SubmissionDigest(bits: nonce))
    scene.beginTurn(of: submission)
    let page = scene.page.render(PageContext()).bytes.string
    let before = try #require(page.range(of: ">\(label)</button>")).lowerBound
    let value = page[..<before].matches(of: /value="([0-9a-f]{16})"/).last.map { String($0.1) }
    let id = try #require(value.flatMap { Hex.parse($0) })
    let handler = try #require(scene.collect([id]).taps[id])
    scene.handle { handler.action() }
    // Scenes without an ID aren't notified of actions.
    scene.actionProcessed()
    _ = scene.endTurn()
  }

  @Test func `A scene is up to date in the store until it changes`() throws {
    try scene().withLock { access in
      let scene = access.scene
      #expect(!scene.isHandedIn)
      _ = try scene.handIn()
      #expect(scene.isHandedIn)
      let changes: [(String, (inout SceneSnapshot) -> Void)] = [
        ("notice", { $0.notice = ["Saved."] }),
        ("drafts", { $0.drafts.keep(Draft(typed: "x", message: nil), for: 1) }),
        ("submitted", { _ = $0.submitted.note(1) }), ("appeared", { $0.appeared = [1] }),
        ("interruptions", { $0.interruptions = ["Stopped."] }),
        (
          "resumptions",
          {
            $0.resumptions = [.init(key: .init("k"), starts: 1, beginning: nil, report: nil)]
          }
        ), ("revision", { $0.revision += 1 }),
        ("turn", { $0.turn += 1 }),
      ]
      for (name, change) in changes {
        let before = scene.durable
        change(&scene.durable)
        #expect(!scene.isHandedIn, "\(name)")
        scene.durable = before
        #expect(scene.isHandedIn, "\(name)")
      }
    }
  }

  @Test func `A scene continues from its stored data`() throws {
    let payload = try scene().withLock { access in
      try tap("Short", access.scene, nonce: 1)
      try tap("Short", access.scene, nonce: 2)
      access.scene.durable.notice = ["Saved."]
      return try access.scene.handIn().payload
    }
    let snapshot = try #require(SceneSnapshot(encoded: payload))
    #expect(snapshot.revision == 2)
    #expect(snapshot.history.checkpoints.map(\.turn) == [0, 1, 2])
    try scene(from: snapshot).withLock { access in
      let scene = access.scene
      #expect(scene.page.render(PageContext()).bytes.string.contains("2 short"))
      #expect(scene.durable.notice == ["Saved."])
      #expect(scene.isHandedIn)
      let again = try #require(SceneSnapshot(encoded: try scene.handIn().payload))
      #expect(again == snapshot)
      // The state of an earlier page is available too.
      let first = try #require(scene.durable.history.checkpoint(at: 1))
      #expect((first.state.value(by: scene.page.coder) as? Diary.State)?.count == 1)
    }
  }

  @Test func `States that don't fit are left out, except for the last`() throws {
    try scene().withLock { access in
      for nonce in 1...4 { try tap("Long", access.scene, nonce: UInt128(nonce)) }
      let (payload, sizeAside) = try access.scene.handIn()
      let snapshot = try #require(SceneSnapshot(encoded: payload))
      // The last state, and one more that fits.
      #expect(snapshot.history.checkpoints.map(\.turn) == [3, 4])
      #expect(snapshot.stateBytes?.count ?? 0 > 200_000)
      #expect(sizeAside == 0)
      #expect(payload.count < 500_000)
    }
  }

  @Test func `Without its state, a scene is stored as its location`() throws {
    try scene().withLock { access in
      try tap("Short", access.scene, nonce: 1)
      access.scene.durable.notice = ["Saved."]
      let payload = try access.scene.handIn(isStateless: true).payload
      let snapshot = try #require(SceneSnapshot(encoded: payload))
      #expect(snapshot.stateBytes == nil)
      #expect(snapshot.history == SceneHistory())
      #expect(snapshot.location == "/")
      #expect(snapshot.notice == ["Saved."])
    }
  }
}
