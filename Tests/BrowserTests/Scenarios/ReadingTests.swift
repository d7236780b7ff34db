import Cairn
import CairnServer
import Testing

@testable import WebDriver

/// A page with changes by its user that aren't part of its state, and that updates in the meantime.
@Suite("Browser: a user's changes to a page")
struct ReadingTests {
  private static func visit(
    _ path: String = "/", _ options: Chromium.Options = Chromium.Options(),
    _ body: @Sendable (Chromium, Pages) async throws -> Void
  ) async throws {
    let pages = Pages()
    let server = try ServerOfTest { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.pages = pages
      } mounts: {
        Mount("/", ReadingApp.self)
      }
    }
    do {
      try await Chromium.run(options) { chromium in
        try await chromium.open("http://127.0.0.1:\(server.port)\(path)")
        try await chromium.settle()
        try await body(chromium, pages)
      }
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test(arguments: Chromium.Options.withScript)
  func `The user's changes are kept while the page updates`(options: Chromium.Options) async throws
  {
    try await Self.visit("/", options) { chromium, pages in
      try await chromium.click("Load")
      try await chromium.fill("Note", with: "underlined")
      try await chromium.settle()
      try await chromium.evaluate(
        """
        (() => {
          document.styleSheets[0].insertRule(".box { block-size: 3rem; overflow: auto }")
          document.querySelector("details").open = true
          document.querySelector(".box").scrollTop = 40
          window.audio = document.querySelector("audio")
          const note = document.querySelector("input.input")
          note.focus()
          note.setSelectionRange(2, 5)
        })()
        """)
      let kept = """
        [document.querySelector("details").open, document.querySelector(".box").scrollTop === 40,
          window.audio === document.querySelector("audio")]
        """
      let selection = """
        [document.activeElement.selectionStart === 2, document.activeElement.selectionEnd === 5]
        """
      // Updates by an effect arrive automatically.
      for page in 1...3 {
        pages.turn(to: Double(page))
        try await chromium.waitFor("page \(page)") {
          try await chromium.evaluate("document.querySelector('progress').value").number
            == Double(page)
        }
        #expect(try await chromium.text.contains("Page \(page) of 4"))
        #expect(try await chromium.evaluate(kept).array.map(\.bool) == [true, true, true])
        #expect(try await chromium.evaluate(selection).array.map(\.bool) == [true, true])
      }
      try await chromium.click("Count")
      #expect(try await chromium.text.contains("Taps: 1"))
      #expect(try await chromium.evaluate(kept).array.map(\.bool) == [true, true, true])
      #expect(try await chromium.value(of: "Note") == "underlined")
    }
  }

  /// Replaces responses by something other than a patch, as an intermediary may do.
  private func answerOtherwise(_ chromium: Chromium) async throws {
    try await chromium.evaluate(
      """
      (() => {
        window.isFirstPage = true
        window.fetch = async () => new Response("<h1>Elsewhere</h1>", { headers: { "Content-Type": "text/html" } })
      })()
      """)
  }

  private func expectOtherPage(_ chromium: Chromium) async throws {
    try await chromium.waitFor("another page") {
      try await chromium.evaluate("window.isFirstPage === undefined").bool == true
    }
    try await chromium.settle()
  }

  @Test(arguments: Chromium.Options.withScript)
  func `The browser loads the page itself if a response isn't a patch`(options: Chromium.Options)
    async throws
  {
    try await Self.visit("/", options) { chromium, _ in
      try await chromium.click("Count")
      // The browser sends the form itself, and the form runs once.
      try await answerOtherwise(chromium)
      try await chromium.click(chromium.control("Count"))
      try await expectOtherPage(chromium)
      #expect(try await chromium.text.contains("Taps: 2"))
      // The browser follows a link itself.
      try await answerOtherwise(chromium)
      try await chromium.click(chromium.control("Appendix"))
      try await expectOtherPage(chromium)
      #expect(try await chromium.heading == "Appendix")
    }
  }
}

/// The pages of a book that a test turns.
private final class Pages: Sendable {
  private let stream = AsyncStream<Double>.makeStream()

  var turned: AsyncStream<Double> { stream.stream }

  func turn(to page: Double) { stream.continuation.yield(page) }
}

private enum PagesKey: DependencyKey {
  static let liveValue = Pages()
}

extension DependencyValues {
  fileprivate var pages: Pages {
    get { self[PagesKey.self] }
    set { self[PagesKey.self] = newValue }
  }
}

@Reducer
private struct Reading {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var appendix: String?
    var note = ""
    var page = 0.0
    var taps = 0
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case countTapped
    case loadTapped
    case turned(Double)
  }

  @Dependency(\.pages) var pages

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .countTapped: state.taps += 1
      case .loadTapped:
        return .run { send in
          for await page in pages.turned.ignoredForResponse() { await send(.turned(page)) }
        }
      case .turned(let page): state.page = page
      }
      return .none
    }
  }
}

extension Reading.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.appendix, "appendix") { _ in "B" }
  }
}

private struct ReadingView: View {
  @Bindable var store: StoreOf<Reading>

  var body: some View {
    NavigationStack {
      VStack {
        Text("Taps: \(store.taps)")
        Text("Page \(Int(store.page)) of 4")
        ProgressView("Pages", value: store.page, total: 4)
        Element("details") {
          Element("summary") { Text("More") }
          Text("Tapped \(store.taps) times")
        }
        Element("audio", .attribute("controls"))
        Element("div", .class("box"), .attribute("tabindex", "0")) {
          ForEach(0..<30) { Text("Line \($0), after \(store.taps) taps") }
        }
        TextField("Note", text: $store.note)
        HStack {
          Button("Count") { store.send(.countTapped) }
          Button("Load") { store.send(.loadTapped) }
        }
        Link("Appendix", destination: "/appendix")
      }
      .navigationTitle("Reading")
      .navigationDestination(item: $store.appendix) { name in
        Text("This is appendix \(name).").navigationTitle("Appendix")
      }
    }
  }
}

private struct ReadingApp: App {
  let store = Store(initialState: Reading.State()) { Reading() }

  var body: some Scene {
    WindowGroup { ReadingView(store: store) }.routes(of: store)
  }
}
