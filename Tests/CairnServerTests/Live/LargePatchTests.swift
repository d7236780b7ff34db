import Cairn
import CairnTesting
import Foundation
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// Patches that exceed the limit on the size of responses.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct LargePatchTests {
  @Reducer
  struct Lines {
    @ObservableState
    struct State: Codable, Equatable {
      var lengths = [Int](repeating: 100, count: 20)
      var text = ""
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case bothTapped
      case setTapped(Int, Int)
      case laterTapped
    }

    @Dependency(\.gate) var gate

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        // The typed number is the length of the first line.
        case .binding: state.lengths[0] = Int(state.text) ?? 100
        case .bothTapped: state.lengths.replaceSubrange(0...1, with: [90_000, 80_000])
        case .setTapped(let index, let length): state.lengths[index] = length
        case .laterTapped:
          return .run { [gate] send in
            await withoutBlockingResponse { await gate.pass() }
            await send(.bothTapped)
          }
        }
        return .none
      }
    }
  }

  struct LinesView: View {
    @Bindable var store: StoreOf<Lines>

    var body: some View {
      VStack {
        List {
          ForEach(0..<20) { index in
            Text("Line \(index) " + String(repeating: "x", count: store.lengths[index]))
          }
        }
        TextField("Text", text: $store.text)
        Button("First") { store.send(.setTapped(0, 90_000)) }
        Button("Second") { store.send(.setTapped(1, 80_000)) }
        Button("Both") { store.send(.bothTapped) }
        Button("Small") { store.send(.setTapped(0, 100)) }
        Button("Later") { store.send(.laterTapped) }
      }
      .navigationTitle("Lines")
    }
  }

  struct LinesApp: App {
    let store = Store(initialState: Lines.State()) { Lines() }
    var body: some Scene { WindowGroup { LinesView(store: store) } }
  }

  private static let limit = 120_000
  private let gate = VaultGate()

  /// Runs a test with a page whose script has created a scene.
  private func withPage(_ test: (PatchingScript, Server) async throws -> Void) async throws {
    var settings = ServerSettings()
    settings.port = 0
    settings.maximumBytesInFlight = Self.limit
    let server = try Server(settings: settings) { [gate] in
      $0.gate = gate
    } mounts: {
      Mount("/", LinesApp.self)
    }
    try server.start()
    do {
      let script = try await PatchingScript(SocketTransport(port: server.port), at: "/")
      _ = try await script.post([])
      try await test(script, server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private func tap(_ name: String, _ script: PatchingScript) throws -> [(String, String)] {
    [("~tap", try #require(try script.browser.control(name)["value"]))]
  }

  @Test
  func `If only the page is too large, a tap gets a patch and a reload omits the largest row`()
    async throws
  {
    try await withPage { script, _ in
      let first = try await script.post(tap("First", script))
      #expect(first.isPatch)
      #expect(first.text.contains("Line 0 xxx"))
      // The two lines together are too large.
      let second = try await script.post(tap("Second", script))
      #expect(second.isPatch)
      #expect(second.text.utf8.count <= Self.limit)
      #expect(second.text.contains("Line 1 xxx"))
      // The patch fits. The page doesn't, so it lacks its largest row.
      let page = try await script.page()
      #expect(page.status == 200)
      #expect(page.text.contains("This row is too large to show."))
    }
  }

  @Test func `The patch after a tap omits the largest rows if it would be too large`() async throws
  {
    try await withPage { script, _ in
      let both = try await script.post(tap("Both", script))
      #expect(both.isPatch)
      #expect(both.from == script.lastDigest)
      #expect(both.text.utf8.count <= Self.limit)
      #expect(both.text.contains("This row is too large to show."))
      #expect(both.text.contains("This page is too large to show in full"))
      let small = try await script.post(tap("Small", script))
      #expect(small.from == script.lastDigest)
      #expect(small.text.contains("Line 0 xxx"))
      #expect(small.text.contains("Line 1 xxx"))
      #expect(!small.text.contains("too large"))
    }
  }

  @Test func `Omitted rows reappear when they fit again`() async throws {
    try await withPage { script, _ in
      _ = try await script.post(tap("First", script))
      _ = try await script.post(tap("Second", script))
      // The browser has lost its copy of the page, so it gets the whole page.
      let whole = try await script.get(digest: "none")
      #expect(whole.isPatch)
      #expect(whole.text.contains("This row is too large to show."))
      #expect(whole.text.contains("This page is too large to show in full"))
      let small = try await script.post(tap("Small", script))
      #expect(small.isPatch)
      #expect(small.text.contains("Line 0 xxx"))
      #expect(small.text.contains("Line 1 xxx"))
      #expect(!small.text.contains("too large"))
    }
  }

  @Test func `The patch after a background save omits the largest rows`() async throws {
    try await withPage { script, _ in
      let field = try #require(script.fieldName("text"))
      _ = try await script.post(tap("Second", script))
      let save = try await script.post([(field, "90000")], digest: "none")
      #expect(save.isPatch)
      #expect(save.text.contains("This row is too large to show."))
      #expect(save.text.contains("value=\"90000\""))
    }
  }

  @Test func `A pushed patch omits the largest rows`() async throws {
    try await withPage { script, server in
      let stream = try await EventStream(of: script.browser, at: server.port)
      _ = try await script.post(tap("Later", script))
      gate.open()
      var patch: PatchingScript.Answer
      repeat {
        // The server can send an extra patch because the effect is running.
        let event = try await stream.next()
        #expect(event.first == script.sceneID)
        patch = script.take(event.dropFirst().joined(separator: "\n"))
        #expect(patch.from == script.lastDigest)
      } while !patch.text.contains("This row is too large to show.")
      let small = try await script.post(tap("Small", script))
      // The server can send an extra patch because the effect has ended. Then the next response contains the whole
      // page.
      #expect(small.from == script.lastDigest || small.from == nil)
      #expect(small.text.contains("Line 1 xxx"))
    }
  }
}
