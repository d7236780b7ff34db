import Cairn
import CairnServer
import CairnTesting
import Foundation
import IssueReporting
import LockCircles
import Synchronization
import Testing
import Ways

@testable import CairnViews

/// Pages of features that contain themselves.
@Suite(.timeLimit(.minutes(30)), .serialized, .withoutScript(.load)) struct NestedFeatureTests {
  private func browser(log: IssueLog? = nil) async throws -> Browser {
    let site = try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) { _ in
      } mounts: {
        Mount("/", FolderApp.self)
      }
    }
    return try await site.browser(at: "/")
  }

  @Test func `The cost of a page is proportional to its depth`() async throws {
    func work(_ depth: Int) async throws -> Int {
      let browser = try await browser()
      try await browser.click("Grow to \(depth)")
      let before = Folder.State.reads.load(ordering: .relaxed)
      try await browser.reload()
      #expect(browser.text.contains("Folder \(depth - 1):"))
      return Folder.State.reads.load(ordering: .relaxed) - before
    }
    let (flat, deep) = (try await work(80), try await work(160))
    #expect(flat > 0)
    #expect(deep < flat * 5 / 2)
  }

  @Test func `Levels below the limit aren't rendered but stay in the state`() async throws {
    let log = IssueLog()
    try await withIssueReporters([log]) {
      let browser = try await browser()
      let limit = Renderer.depthLimit
      try await browser.click("Grow to \(limit + 40)")
      #expect(browser.text.contains("Folder 100:"))
      #expect(!browser.text.contains("Folder \(limit):"))
      try await browser.click("Add to 0")
      #expect(browser.text.contains("Folder 0: 1"))
      #expect(browser.text.contains("Levels: \(limit + 40)"))
    }
    #expect(log.messages.count { $0.contains("FolderView") } == 1)
  }
}

@Reducer
private struct Folder {
  struct State: Equatable, Identifiable {
    /// The number of times that a folder's children were read.
    static let reads = Atomic(0)

    let id: Int
    var count = 0
    var stored: [Folder.State] = []

    var folders: IdentifiedArrayOf<Folder.State> {
      get {
        Self.reads.add(1, ordering: .relaxed)
        return IdentifiedArray(uniqueElements: stored)
      }
      set { stored = Array(newValue) }
    }

    var levels: Int { 1 + (stored.first?.levels ?? 0) }
  }
  indirect enum Action {
    case grow(Int)
    case add
    case folders(IdentifiedActionOf<Folder>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .grow(let depth):
        state.stored = (1..<depth).reversed().reduce([]) { [State(id: $1, stored: $0)] }
      case .add: state.count += 1
      case .folders: break
      }
      return .none
    }
    .forEach(\.folders, action: \.folders) { Folder() }
  }
}

private struct FolderView: View {
  let store: StoreOf<Folder>

  var body: some View {
    VStack {
      Text("Folder \(store.id): \(store.count)")
      Button("Add to \(store.id)") { store.send(.add) }
      ForEach(store.scope(state: \.folders, action: \.folders)) { FolderView(store: $0) }
    }
  }
}

private struct FolderApp: App {
  let store = Store(initialState: Folder.State(id: 0)) { Folder() }

  var body: some Scene {
    WindowGroup {
      VStack {
        Text("Levels: \(store.levels)")
        FolderView(store: store)
        ForEach([80, 160, 240], id: \.self) { depth in
          Button("Grow to \(depth)") { store.send(.grow(depth)) }
        }
      }
    }
  }
}
