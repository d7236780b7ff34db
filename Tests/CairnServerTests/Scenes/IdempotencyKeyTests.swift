import Cairn
import CairnServer
import CairnTesting
import Synchronization
import Testing
import Ways

/// Keys of a form's actions, which are the same if the form is processed again.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct IdempotencyKeyTests {
  /// The keys that effects received.
  final class KeyLog: Sendable {
    private let entries = Mutex<[(name: String, key: IdempotencyKey)]>([])
    private let gate = AsyncStream<Void>.makeStream()
    private let news = AsyncStream<String>.makeStream()

    var names: [String] { entries.withLock { $0.map(\.name) } }
    var keys: [IdempotencyKey] { entries.withLock { $0.map(\.key) } }

    func note(_ name: String) {
      @Dependency(\.idempotencyKey) var key
      entries.withLock { $0.append((name, key)) }
      news.continuation.yield(name)
    }

    /// Returns when an effect has logged its key under a name.
    func notes(_ name: String) async {
      for await noted in news.stream where noted == name { return }
    }

    func pass() async { for await _ in gate.stream { return } }
    func open() { gate.continuation.finish() }
  }

  @Reducer
  struct Desk {
    @ObservableState
    struct State: Codable, Equatable, Sendable {
      var text = ""
      @Presents var form: Form.State?
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case followed
      case form(PresentationAction<Form.Action>)
      case formTapped
      case laterTapped
      case tapped
    }

    @Dependency(\.keyLog) var log

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding, .form(.presented): return .none
        case .followed: return .run { [log] _ in log.note("followed") }
        case .form(.dismiss): return .run { [log] _ in log.note("dismissed") }
        case .formTapped:
          state.form = Form.State()
          return .none
        case .laterTapped:
          return .run { [log] send in
            await log.pass()
            await send(.followed)
          }
        case .tapped:
          return .run { [log] send in
            log.note("tapped")
            await send(.followed)
          }
        }
      }
      .ifLet(\.$form, action: \.form) { Form() }
    }
  }

  @Reducer
  struct Form {
    @ObservableState
    struct State: Codable, Equatable, Sendable {}
    enum Action { case nothing }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  struct DeskView: View {
    @Bindable var store: StoreOf<Desk>

    var body: some View {
      VStack {
        TextField("Text", text: $store.text)
        Button("Tap") { store.send(.tapped) }
        Button("Later") { store.send(.laterTapped) }
        Button("Form") { store.send(.formTapped) }
      }
      .navigationTitle("Desk")
      .sheet(item: $store.scope(state: \.form, action: \.form)) { _ in
        Text("A form").navigationTitle("Form")
      }
    }
  }

  struct DeskApp: App {
    let store = Store(initialState: Desk.State()) { Desk() }

    var body: some Scene {
      WindowGroup { DeskView(store: store) }
        .routes(of: store)
    }
  }

  /// Returns a server that has the common secret and an empty store.
  private func server(_ log: KeyLog, settleLimit: Duration = .seconds(20)) throws -> TestServer {
    var settings = ServerSettings()
    settings.settleLimit = settleLimit
    return try TestServer(settings: settings) { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.keyLog = log
      } mounts: {
        Mount("/", DeskApp.self)
      }
    }
  }

  private func request(_ browser: Browser, tap: String) throws -> BrowserRequest {
    let form = try #require(browser.topLayer?.node)
    let token = try #require(form.first("input", where: ["name": "~token"])?["value"])
    let tap = try #require(try browser.control(tap)["value"])
    let cookie = browser.cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    return BrowserRequest(
      method: "POST", target: form["action"] ?? "/",
      headers: [
        ("Origin", "http://localhost"), ("Cookie", cookie),
        ("Content-Type", "application/x-www-form-urlencoded"),
      ],
      body: Array("~token=\(token)&~tap=\(tap)".utf8))
  }

  @Test func `A form that is processed again has the same keys`() async throws {
    let logs = [KeyLog(), KeyLog()]
    let servers = [try server(logs[0]), try server(logs[1])]
    let browser = Browser(InProcessTransport(servers[0]))
    try await browser.open("/")
    let post = try request(browser, tap: "Tap")
    for server in servers {
      #expect(try await InProcessTransport(server).send(post).status == 303)
    }
    #expect(logs[0].names == ["tapped", "followed"])
    #expect(logs[1].names == logs[0].names)
    #expect(logs[1].keys == logs[0].keys)
    #expect(Set(logs[0].keys).count == 2)
  }

  /// If the script can't show a response, the browser sends the form again so that the user sees a response.
  @Test func `A form that the script sent isn't processed again automatically`() async throws {
    let (log, store) = (KeyLog(), BrokenStore())
    let server = try TestServer(sessions: store) { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.keyLog = log
      } mounts: {
        Mount("/", DeskApp.self)
      }
    }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/")
    var post = try request(browser, tap: "Tap")
    post.body += Array("&~n=7".utf8)
    var live = post
    live.headers.append(("Cairn-Page", "none"))
    store.fail(commits: true)
    #expect(try await InProcessTransport(server).send(live).status == 500)
    let done = log.names
    #expect(done.contains("tapped"))
    store.fail()
    let again = try await InProcessTransport(server).send(post)
    #expect(again.text.contains("check before you submit it again"))
    #expect(log.names == done)
    // The user's next submission is another form.
    #expect(
      try await InProcessTransport(server).send(try request(browser, tap: "Tap")).status == 303)
    #expect(log.names == done + ["tapped", "followed"])
  }

  @Test func `Another form has other keys`() async throws {
    let log = KeyLog()
    let browser = Browser(InProcessTransport(try server(log)))
    try await browser.open("/")
    for _ in 0..<3 { try await browser.click("Tap") }
    #expect(log.names.count == 6)
    #expect(Set(log.keys).count == 6)
  }

  @Test func `The same button with another field value has other keys`() async throws {
    let log = KeyLog()
    let browser = Browser(InProcessTransport(try server(log)))
    try await browser.open("/")
    for text in ["a", "b"] {
      try browser.fill("Text", with: text)
      try await browser.click("Tap")
      try await browser.back()
    }
    #expect(Set(log.keys).count == 4)
  }

  @Test func `A dismissal before a form's action has a key of its own`() async throws {
    let log = KeyLog()
    let browser = Browser(InProcessTransport(try server(log)))
    try await browser.open("/")
    // This ensures that the page below belongs to the scene.
    try await browser.click("Form")
    try await browser.clickBackdrop()
    try await browser.click("Form")
    try await browser.back()
    #expect(browser.layers.count == 1)
    try await browser.click("Tap")
    #expect(Set(log.names.suffix(3)) == ["dismissed", "tapped", "followed"])
    #expect(log.names.count == 4)
    #expect(Set(log.keys).count == 4)
  }

  @Test func `An action that an effect sends later has a new key each time`() async throws {
    let logs = [KeyLog(), KeyLog()]
    let servers = try logs.map { try server($0, settleLimit: .milliseconds(1)) }
    let browser = Browser(InProcessTransport(servers[0]))
    try await browser.open("/")
    let post = try request(browser, tap: "Later")
    for (server, log) in zip(servers, logs) {
      #expect(try await InProcessTransport(server).send(post).status == 303)
      log.open()
      await log.notes("followed")
    }
    #expect(logs[0].keys.count == 1)
    #expect(logs[0].keys != logs[1].keys)
  }

  @Test func `Outside a form, each key is new`() {
    @Dependency(\.idempotencyKey) var key
    #expect(key != key)
    withDependencies {
      $0.idempotencyKey = IdempotencyKey("given")
    } operation: {
      @Dependency(\.idempotencyKey) var key
      #expect(key.text == "given")
      #expect(key.appending("add").text == "given-add")
    }
  }
}

extension IdempotencyKeyTests.Desk.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.form, "form") { _ in IdempotencyKeyTests.Form.State() }
  }
}

private enum KeyLogKey: DependencyKey {
  static let liveValue = IdempotencyKeyTests.KeyLog()
  static let testValue = IdempotencyKeyTests.KeyLog()
}

extension DependencyValues {
  fileprivate var keyLog: IdempotencyKeyTests.KeyLog {
    get { self[KeyLogKey.self] }
    set { self[KeyLogKey.self] = newValue }
  }
}
