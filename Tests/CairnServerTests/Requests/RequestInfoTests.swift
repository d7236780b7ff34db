import Cairn
import CairnHTTP
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnServer

/// A clock that shows a fixed time in the time zone of the user, and what the feature knows about the request.
@Reducer
private struct WorldClock {
  @ObservableState
  struct State: Codable, Equatable {
    var noted = ""
    var late = ""
  }

  enum Action {
    case noteTapped
    case waitTapped
    case endTapped
    case waited(String)
  }

  @Dependency(\.request) var request
  @Dependency(\.timeZone) var timeZone
  @Dependency(\.clockGate) var gate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .noteTapped:
        state.noted = requestFacts(request, timeZone)
        return .none
      case .waitTapped:
        return .run { [gate] send in
          await withoutBlockingResponse { await gate.wait() }
          @Dependency(\.timeZone) var timeZone
          @Dependency(\.request) var request
          await send(.waited(requestFacts(request, timeZone)))
        }
      case .endTapped:
        return .run { [gate] _ in await gate.open() }
      case .waited(let text):
        state.late = text
        return .none
      }
    }
  }
}

private actor ClockGate: DependencyKey {
  static var liveValue: ClockGate { ClockGate() }
  static var testValue: ClockGate { ClockGate() }

  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var isOpen = false

  func wait() async {
    guard !isOpen else { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}

extension DependencyValues {
  fileprivate var clockGate: ClockGate {
    get { self[ClockGate.self] }
    set { self[ClockGate.self] = newValue }
  }
}

/// A comparable view, whose markup is remembered.
private struct NoonView: View, Equatable {
  @Environment(\.timeZone) var timeZone

  var body: some View { Text("Hours: \(timeZone.secondsFromGMT() / 3600)") }

  static func == (left: Self, right: Self) -> Bool { true }
}

private struct WorldClockView: View {
  let store: StoreOf<WorldClock>

  var body: some View {
    List {
      NoonView()
      SeenFactsView()
      Text("Noted: \(store.noted)")
      Text("Late: \(store.late)")
      Button("Note") { store.send(.noteTapped) }
      Button("Wait") { store.send(.waitTapped) }
      Button("End") { store.send(.endTapped) }
    }
    .navigationTitle("Clock")
  }
}

private struct WorldClockApp: App {
  let store = Store(initialState: WorldClock.State()) { WorldClock() }

  var body: some Scene { WindowGroup { WorldClockView(store: store) } }
}

/// A page that depends on the color scheme and the browser.
private struct LooksApp: App {
  struct LooksView: View {
    @Environment(\.colorScheme) var colorScheme
    @Environment(\.request) var request

    var body: some View {
      Text("Scheme: \(colorScheme?.rawValue ?? "unknown"), \(request.userAgent ?? "")")
        .navigationTitle("Looks")
    }
  }

  var body: some Scene { WindowGroup { LooksView() } }
}

private struct UnreadingApp: App {
  var body: some Scene { WindowGroup { Text("Plain").navigationTitle("Plain") } }
}

@Suite(.withoutScript(.requests), .timeLimit(.minutes(30))) struct RequestInfoTests {
  private let server: Server
  private let browser: Browser

  init() throws {
    server = try Server {
      $0.timeZone = .gmt
      $0.clockGate = ClockGate()
    } mounts: {
      Mount("/", UnreadingApp.self)
      Mount("/clock", WorldClockApp.self)
      Mount("/looks", LooksApp.self)
      Mount("/model", ClockModelApp.self)
      Mount("/screens", ClockScreensApp.self)
    }
    browser = Browser(InProcessTransport(server))
  }

  private func header(_ name: String) -> String? {
    browser.exchanges.last?.response.header(name)
  }

  /// The description of the page for the script, after the levels.
  private var marks: [Substring] {
    let meta = browser.document?.first("meta", where: ["name": "cairn-page"])?["content"]
    return Array((meta ?? "").split(separator: " ", omittingEmptySubsequences: false).dropFirst(2))
  }

  @Test func `A page shows times in the zone that the script reports`() async throws {
    try await browser.open("/clock")
    #expect(browser.text.contains("Hours: 0"))
    #expect(marks == ["", "cairn-browser=:;path=/"])
    browser.timeZone = TimeZone(identifier: "Asia/Tokyo")
    browser.colorScheme = .light
    try await browser.open("/clock")
    #expect(browser.text.contains("Hours: 9"))
    #expect(marks == ["", "cairn-browser=false:Asia/Tokyo;path=/"])
    #expect(header("Vary")?.contains("Cookie") == true)
    #expect(header("Accept-CH") == nil)
  }

  @Test func `A remembered view is evaluated again when the zone changes`() async throws {
    browser.timeZone = TimeZone(identifier: "Asia/Tokyo")
    try await browser.open("/clock")
    try await browser.click("Note")
    #expect(browser.text.contains("Hours: 9"))
    browser.timeZone = TimeZone(identifier: "Asia/Karachi")
    try await browser.click("Note")
    #expect(browser.text.contains("Hours: 5"))
    #expect(browser.text.contains("Noted: Asia/Karachi"))
  }

  @Test(arguments: ["/clock", "/model", "/screens"])
  func `Reducers, models, screens, and views know the same about a request`(
    target: String
  ) async throws {
    let browser = Browser(LanguageTransport(server, "fr;q=0.5, de-AT, *;q=0.1"))
    browser.timeZone = TimeZone(identifier: "Asia/Tokyo")
    browser.userAgent = "Lynx"
    try await browser.open(target)
    try await browser.click("Note")
    #expect(browser.text.contains("Noted: Asia/Tokyo Lynx 127.0.0.1 de-AT fr"))
    #expect(browser.text.contains("Seen: Asia/Tokyo Lynx 127.0.0.1 de-AT fr"))
  }

  @Test func `A page that depends on the languages of the browser varies by them`() async throws {
    try await browser.open("/model")
    #expect(browser.text.contains("127.0.0.1 en"))
    #expect(header("Vary") == "User-Agent, Accept-Language, Cookie")
  }

  @Test func `A remembered view is evaluated again when the languages change`() async throws {
    let browser = Browser(LanguageTransport(server, "de"))
    try await browser.open("/clock")
    try await browser.click("Note")
    #expect(browser.text.contains("127.0.0.1 de"))
    // The user changes the preferences of the browser, and the script requests a patch.
    let patch = try await LanguageTransport(server, "fr").send(
      BrowserRequest(
        target: browser.location,
        headers: [("Cookie", browser.cookieHeader), ("Cairn-Page", "0")]))
    #expect(patch.header("Content-Type")?.hasPrefix("text/vnd.cairn.patch") == true)
    #expect(patch.text.contains("127.0.0.1 fr"))
  }

  @Test func `An effect keeps the request that began it`() async throws {
    browser.timeZone = TimeZone(identifier: "Asia/Tokyo")
    browser.userAgent = "First"
    try await browser.open("/clock")
    try await browser.click("Wait")
    browser.timeZone = TimeZone(identifier: "Asia/Karachi")
    browser.userAgent = "Second"
    try await browser.click("End")
    #expect(browser.text.contains("Late: Asia/Tokyo First"))
    #expect(browser.text.contains("Hours: 5"))
  }

  @Test func `A page that depends on the color scheme asks the browser for it`() async throws {
    browser.userAgent = "Lynx"
    try await browser.open("/looks")
    #expect(browser.text.contains("Scheme: unknown, Lynx"))
    #expect(header("Accept-CH") == "Sec-CH-Prefers-Color-Scheme")
    #expect(header("Critical-CH") == "Sec-CH-Prefers-Color-Scheme")
    #expect(header("Vary") == "Sec-CH-Prefers-Color-Scheme, User-Agent, Cookie")
    browser.colorScheme = .dark
    try await browser.open("/looks")
    #expect(browser.text.contains("Scheme: dark"))
  }

  @Test func `A page that reads no values doesn't depend on them`() async throws {
    browser.timeZone = TimeZone(identifier: "Asia/Tokyo")
    try await browser.open("/")
    #expect(header("Vary") == nil)
    #expect(header("Accept-CH") == nil)
    #expect(marks == [])
  }

  @Test func `Each response has the ID of its request`() async throws {
    try await browser.open("/")
    let first = try #require(header("X-Request-ID"))
    try await browser.open("/looks")
    let second = try #require(header("X-Request-ID"))
    #expect(first.count == 32)
    #expect(first != second)
  }
}
