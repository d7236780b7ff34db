import CairnModels
import CairnServer
import CairnTesting
import Synchronization
import Testing
import Ways

/// Rows of a rendered page that aren't evaluated again.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct RememberedRowsTests {
  @Test(arguments: ["/rows", "/beside"])
  func `An unchanged page isn't evaluated again`(path: String) async throws {
    let log = RowLog()
    let browser = Browser(
      InProcessTransport(
        try TestServer { settings, sessions in
          try Server(
            settings: settings, sessions: sessions, withDependencies: { $0.rowLog = log }
          ) {
            Mount("/rows", RowsApp.self)
            Mount("/beside", RowsBesideApp.self)
          }
        }))
    try await browser.open(path)
    try await browser.click("Add 2")
    #expect(browser.buttons == ["Count 1", "Count 2", "Add 3"])
    _ = log.take()
    try await browser.reload()
    #expect(log.take() == [])
    try await browser.click("Count 2")
    #expect(browser.html.contains(">1<"))
    _ = log.take()
    try await browser.reload()
    #expect(browser.html.contains(">1<"))
    #expect(log.take() == [])
  }
}

private final class RowLog: Sendable {
  private let ids = Mutex<Set<Int>>([])

  func add(_ id: Int) { ids.withLock { _ = $0.insert(id) } }

  func take() -> [Int] {
    ids.withLock { ids in
      defer { ids = [] }
      return ids.sorted()
    }
  }
}

extension RowLog: DependencyKey {
  static let liveValue = RowLog()
}

extension DependencyValues {
  fileprivate var rowLog: RowLog {
    get { self[RowLog.self] }
    set { self[RowLog.self] = newValue }
  }
}

private struct RowModel: Model, Identifiable {
  struct State: Equatable, Identifiable, Codable {
    var id: Int
    var count = 0
  }

  @ModelState private var state: State

  func increment() { state.count += 1 }
}

private struct RowsModel: Model {
  struct State: Equatable, Codable {
    @StateModel<[RowModel]> var rows = [.init(id: 1)]
  }

  @ModelState private var state: State

  func add() { state.rows.append(.init(id: state.rows.count + 1)) }
}

private struct RowsView: View {
  @ObservedModel var model: RowsModel

  var body: some View {
    VStack {
      HStack { ForEach(model.$rows) { row in RowView(model: row) } }
      Button("Add \(model.rows.count + 1)") { model.add() }
    }
    .navigationTitle("Rows")
  }
}

private struct RowView: View, Equatable {
  @ObservedModel var model: RowModel

  var body: some View {
    let _ = DependencyValues.note(model.id)
    Text("\(model.count)")
    Button("Count \(model.id)") { model.increment() }
  }
}

extension DependencyValues {
  fileprivate static func note(_ id: Int) {
    @Dependency(\.rowLog) var log
    log.add(id)
  }
}

private struct RowsApp: App {
  let store = Store<RowsModel>(initialState: .init())

  var body: some Scene { WindowGroup { RowsView(model: store.model) } }
}

/// The rows sample with an additional reducer store that the view doesn't read.
private struct RowsBesideApp: App {
  let store = Store<RowsModel>(initialState: .init())
  let switches = Switches()

  var body: some Scene { WindowGroup { RowsView(model: store.model) }.persistedStore(store) }
}
