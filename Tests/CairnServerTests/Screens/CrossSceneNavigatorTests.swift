import Cairn
import CairnServer
import CairnTesting
import Synchronization
import Testing
import Ways

/// Scenes that navigate each other.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.load)) struct CrossSceneNavigatorTests {
  private static let visitors = 6
  private static let clicks = 25

  @Test(arguments: ["Move all", "Move all later"])
  func `All visitors can move all other visitors at the same time`(_ button: String) async throws {
    let tour = Tour()
    let site = try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.tour = tour
      } mounts: {
        Mount("/", TourApp.self)
      }
    }
    _ = try await site.crowd(
      clicks: button, times: Self.clicks, users: Self.visitors, after: "Join")
    // A page whose screen was replaced has other controls, so a click there can have no effect. Each requested
    // operation was processed before the response.
    #expect(tour.taps > 0)
    #expect(tour.moves == Self.visitors * tour.taps)
    #expect(tour.everyone.allSatisfy { $0.path().current[0].content.is(Square.self) })
  }
}

private final class Tour: Sendable, DependencyKey {
  static let liveValue = Tour()
  private let all = Mutex<[Navigator]>([])
  private let count = Atomic(0)
  private let tapCount = Atomic(0)

  var everyone: [Navigator] { all.withLock { $0 } }
  var moves: Int { count.load(ordering: .relaxed) }
  var taps: Int { tapCount.load(ordering: .relaxed) }

  func join(_ navigator: Navigator) { all.withLock { $0.append(navigator) } }

  func moveAll() {
    tapCount.add(1, ordering: .relaxed)
    for navigator in everyone {
      let next = Square(number: count.load(ordering: .relaxed))
      if navigator.replaceContent(of: .root, with: next) { count.add(1, ordering: .relaxed) }
    }
  }
}

extension DependencyValues {
  fileprivate var tour: Tour {
    get { self[Tour.self] }
    set { self[Tour.self] = newValue }
  }
}

/// This screen isn't `Codable`, so it isn't in URLs and pages keep their location.
private struct Square: Screen {
  var number = 0
  var presentationStyle: ScreenPresentationStyle { .push }
}

@Reducer
private struct Guide {
  struct State: Equatable, Codable {}
  enum Action { case joinTapped, moveTapped, moveLaterTapped }

  @Dependency(\.tour) var tour
  @Dependency(\.navigator) var navigator

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .joinTapped:
        tour.join(navigator)
        return .none
      case .moveTapped:
        tour.moveAll()
        return .none
      case .moveLaterTapped:
        return .run { [tour] _ in tour.moveAll() }
      }
    }
  }
}

private struct TourTree: NavigationTree {
  let store: StoreOf<Guide>

  var builder: some PathBuilder {
    Screen(Square.self) {
      VStack {
        Button("Join") { store.send(.joinTapped) }
        Button("Move all") { store.send(.moveTapped) }
        Button("Move all later") { store.send(.moveLaterTapped) }
      }
    }
  }
}

private struct TourApp: App {
  let store = Store(initialState: Guide.State()) { Guide() }
  let dataSource = Navigator.Datasource(root: Square())

  var body: some Scene {
    WindowGroup { Root(dataSource: dataSource, pathBuilder: TourTree(store: store)) }
  }
}
