import Cairn
import CairnTesting
import Testing

/// A folder with folders, one of which may be presented.
@Reducer
private struct Folder {
  struct State: Equatable, Identifiable {
    let id: Int
    var name = ""
    var folders: IdentifiedArrayOf<Folder.State> = []
    @Presents var details: Folder.State?
  }
  indirect enum Action: Equatable {
    case rename(String)
    case addFolder(Int)
    case showDetails
    case close
    case run(String)
    case folders(IdentifiedActionOf<Folder>)
    case details(PresentationAction<Folder.Action>)
  }
  @Dependency(\.dismiss) var dismiss
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rename(let name): state.name = name
      case .addFolder(let id): state.folders.append(State(id: id))
      case .showDetails: state.details = State(id: state.id, name: state.name)
      case .close: return .run { _ in await dismiss() }
      case .run(let name): return .run { _ in await events.untilCancelled(name) }
      case .folders(.element(id: _, action: .rename)): state.name += "*"
      case .folders, .details: break
      }
      return .none
    }
    .forEach(\.folders, action: \.folders) { Folder(events: events) }
    .ifLet(\.$details, action: \.details) { Folder(events: events) }
  }
}

@MainActor @Suite(.timeLimit(.minutes(30))) struct RecursiveFeatureTests {
  private let events = Events()

  private func makeStore(_ state: Folder.State) -> TestStore<Folder.State, Folder.Action> {
    TestStore(initialState: state) { Folder(events: events) }
  }

  @Test func `A feature can contain itself in an array`() async {
    let store = makeStore(Folder.State(id: 0))
    await store.send(.addFolder(1)) { $0.folders = [Folder.State(id: 1)] }
    await store.send(\.folders[id: 1].addFolder, 2) {
      $0.folders[id: 1]?.folders = [Folder.State(id: 2)]
    }
    // Each parent notes a renamed child after the child has run.
    await store.send(\.folders[id: 1].folders[id: 2].rename, "deep") {
      $0.folders[id: 1]?.folders[id: 2]?.name = "deep"
      $0.folders[id: 1]?.name = "*"
    }
  }

  @Test func `A feature can present itself`() async {
    let store = makeStore(Folder.State(id: 0, name: "root"))
    await store.send(.showDetails) { $0.details = Folder.State(id: 0, name: "root") }
    await store.send(\.details.showDetails) {
      $0.details?.details = Folder.State(id: 0, name: "root")
    }
    await store.send(\.details.details.rename, "top") { $0.details?.details?.name = "top" }
    await store.send(\.details.details.close)
    await store.receive(\.details.details.dismiss) { $0.details?.details = nil }
    await store.send(\.details.close)
    await store.receive(\.details.dismiss) { $0.details = nil }
    await store.finish()
  }

  @Test func `An element that dismisses itself closes the feature that presents the list`() async {
    var details = Folder.State(id: 1)
    details.folders = [Folder.State(id: 2)]
    let store = makeStore(Folder.State(id: 0, details: details))
    await store.send(\.details.folders[id: 2].close)
    await store.receive(\.details.dismiss) { $0.details = nil }
    await store.finish()
  }

  @Test func `Effects at all levels are canceled when their folder is removed`() async {
    var folder = Folder.State(id: 1)
    folder.folders = [Folder.State(id: 2, details: Folder.State(id: 3))]
    let store = makeStore(Folder.State(id: 0, details: folder))
    await store.send(\.details.run, "1")
    #expect(await events.next() == "1 began")
    await store.send(\.details.folders[id: 2].details.run, "3")
    #expect(await events.next() == "3 began")
    await store.send(\.details.folders[id: 2].details.dismiss) {
      $0.details?.folders[id: 2]?.details = nil
    }
    #expect(await events.next() == "3 canceled")
    await store.send(\.details.dismiss) { $0.details = nil }
    #expect(await events.next() == "1 canceled")
    await store.finish()
  }
}
