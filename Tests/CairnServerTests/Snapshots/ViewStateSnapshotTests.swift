import Cairn
import CairnDependencies
import CairnViews
import Foundation
import Testing

@testable import CairnApplications
@testable import CairnServer

/// The states of views in stored scenes.
@Suite struct ViewStateSnapshotTests {
  @Reducer
  struct Counter {
    @ObservableState
    struct State: Codable, Equatable {
      var count = 0
    }

    enum Action { case countTapped }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  struct Switch: View {
    @State private var isOn = false

    var body: some View { Button(isOn ? "Turn off" : "Turn on") { isOn.toggle() } }
  }

  struct CounterView: View {
    let store: StoreOf<Counter>

    var body: some View {
      VStack {
        Text("Count: \(store.count)")
        Button("Count") { store.send(.countTapped) }
        if store.count < 2 { Switch() }
        Switch().id("last")
      }
      .navigationTitle("Counter")
    }
  }

  struct CounterApp: App {
    let store = Store(initialState: Counter.State()) { Counter() }
    var body: some Scene { WindowGroup { CounterView(store: store) } }
  }

  /// An application whose two stores are both stored.
  struct PairApp: App {
    let store = Store(initialState: Counter.State()) { Counter() }
    let other = Store(initialState: Counter.State()) { Counter() }
    var body: some Scene { PairScene(store: store) }
  }

  struct PairScene: Scene {
    let store: StoreOf<Counter>

    var _page: ScenePage {
      var page = WindowGroup { CounterView(store: store) }._page
      page.keep(store.rootStore, withOthers: true)
      return page
    }
  }

  struct SwitchApp: App {
    var body: some Scene { WindowGroup { Switch().navigationTitle("Switch") } }
  }

  private func scene<A: App>(_ app: A.Type, from snapshot: SceneSnapshot? = nil) -> LiveScene {
    LiveScene(
      mount: Mount("/a", app), record: nil, dependencies: DependencyValues(), from: snapshot)
  }

  /// Presses a button of the scene's page, as a submission does.
  private func tap(_ label: String, last isLast: Bool = false, nonce: UInt128, _ scene: LiveScene)
    throws
  {
    try scene.withLock { access in
      let scene = access.scene
      scene.beginTurn(
        of: Submission(
          nonce: nonce, issued: UInt64(nonce), digest: SubmissionDigest(bits: nonce)))
      let page = scene.page.render(PageContext()).bytes.string
      let options: String.CompareOptions = isLast ? .backwards : []
      let before = try #require(page.range(of: ">\(label)</button>", options: options)).lowerBound
      let value = page[..<before].matches(of: /value="([0-9a-f]{16})"/).last.map { String($0.1) }
      let id = try #require(value.flatMap { Hex.parse($0) })
      let handler = try #require(scene.collect([id]).taps[id])
      scene.handle { handler.action() }
      // Scenes without an ID aren't notified of actions.
      scene.actionProcessed()
      _ = scene.updateAppearances()
      _ = scene.endTurn()
    }
  }

  private func stored(_ scene: LiveScene) throws -> SceneSnapshot {
    let bytes = try scene.withLock { try $0.scene.handIn().payload }
    return try #require(SceneSnapshot(encoded: bytes))
  }

  private func text(_ scene: LiveScene) -> String {
    scene.withLock { $0.scene.page.render(PageContext()).bytes.string }
  }

  @Test func `Without a changed view, a state is stored as if there was no state of views`() throws
  {
    let scene = scene(CounterApp.self)
    try tap("Count", nonce: 1, scene)
    let bytes = try #require(try stored(scene).stateBytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains("\"count\":1"))
    #expect(bytes.first == UInt8(ascii: "{"))
  }

  @Test func `A stored state without values of views is restored`() throws {
    let scene = scene(CounterApp.self)
    try tap("Count", nonce: 1, scene)
    let restored = self.scene(CounterApp.self, from: try stored(scene))
    #expect(text(restored).contains("Count: 1"))
    try tap("Turn on", nonce: 2, restored)
    let again = self.scene(CounterApp.self, from: try stored(restored))
    #expect(text(again).contains("Count: 1"))
    #expect(text(again).contains("Turn off"))
    let isReduced = again.withLock { $0.scene.durable.reducedSince != nil }
    #expect(!isReduced)
  }

  @Test func `An application without stores keeps the values of its views`() throws {
    let scene = scene(SwitchApp.self)
    let before = try stored(scene)
    #expect(before.state == nil)
    try tap("Turn on", nonce: 1, scene)
    #expect(text(self.scene(SwitchApp.self, from: try stored(scene))).contains("Turn off"))
    #expect(text(self.scene(SwitchApp.self, from: before)).contains("Turn on"))
  }

  @Test func `The values of views are stored with several stores`() throws {
    let scene = scene(PairApp.self)
    try tap("Count", nonce: 1, scene)
    try tap("Turn on", nonce: 2, scene)
    let restored = self.scene(PairApp.self, from: try stored(scene))
    #expect(text(restored).contains("Count: 1"))
    #expect(text(restored).contains("Turn off"))
  }

  @Test func `The value of a view that's gone isn't stored`() throws {
    let scene = scene(CounterApp.self)
    try tap("Turn on", nonce: 1, scene)
    try tap("Turn on", last: true, nonce: 2, scene)
    let before = try #require(try stored(scene).stateBytes)
    try tap("Count", nonce: 3, scene)
    try tap("Count", nonce: 4, scene)
    let after = try #require(try stored(scene).stateBytes)
    #expect(after.count < before.count)
    let restored = self.scene(CounterApp.self, from: try stored(scene))
    #expect(text(restored).contains("Count: 2"))
    #expect(text(restored).contains("Turn off"))
  }

  @Test func `Values that can't be read are left out, and the rest of the state is restored`()
    throws
  {
    let scene = scene(CounterApp.self)
    try tap("Count", nonce: 1, scene)
    try tap("Turn on", nonce: 2, scene)
    var snapshot = try stored(scene)
    let bytes = try #require(snapshot.stateBytes)
    var parts = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: String]])
    let index = try #require(parts.firstIndex { $0["name"] == "~views" })
    for broken in ["[", "7", "{\"x\":1}", "{\"0000000000000001\":{\"value\":1}}"] {
      parts[index]["bytes"] = Data(broken.utf8).base64EncodedString()
      let changed = Array(try JSONSerialization.data(withJSONObject: parts))
      snapshot.state = RememberedState(stored: changed)
      let restored = self.scene(CounterApp.self, from: snapshot)
      #expect(text(restored).contains("Count: 1"))
      #expect(!text(restored).contains("Turn off"))
      let isReduced = restored.withLock { $0.scene.durable.reducedSince != nil }
      #expect(!isReduced)
    }
  }
}
