import Cairn
import CairnApplications
import CairnSessions
import CairnTesting
import Foundation
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// Deployments that change the shape of the state. Layers that can still be decoded are kept, and text in lost layers
/// is restored.
@Suite(.timeLimit(.minutes(30))) struct DeployTests {
  /// A change to the shape of a state.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Changes the state as JSON.
    let apply: @Sendable (inout [String: Any]) -> Void

    init(_ name: String, apply: @escaping @Sendable (inout [String: Any]) -> Void) {
      testDescription = name
      self.apply = apply
    }
  }

  private func site() throws -> FlowSite {
    try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/shelf", ShelfApp.self) }
    }
  }

  /// Returns a user with three layers. Each layer has state that isn't in its location.
  private func piled(on site: FlowSite) async throws -> FlowUser {
    let user = try await site.user(at: "/shelf")
    try await user.click("Count")
    try await user.click("Book")
    try await user.fill("Title", with: "Dune")
    try await user.click("Note")
    try await user.fill("Text", with: "Read it")
    try await user.click("Apply")
    #expect(user.layers.map(\.title) == ["Shelf", "Book", "Note"])
    return user
  }

  /// Changes stored data so that it looks as if another version of the program wrote it.
  private func deploy(_ change: Change, for user: FlowUser) async throws {
    try await user.site.deploy(changing: try #require(user.sceneID)) { payload in
      var snapshot = try #require(SceneSnapshot(encoded: payload))
      func changed(_ state: RememberedState) throws -> RememberedState {
        RememberedState(stored: try self.change(change, state.bytes ?? []))
      }
      snapshot.state = try snapshot.state.map(changed)
      snapshot.history = SceneHistory(
        try snapshot.history.checkpoints.map {
          SceneHistory.Checkpoint(
            revision: $0.revision, turn: $0.turn, isByEffect: $0.isByEffect,
            state: try changed($0.state), interruptions: $0.interruptions)
        })
      return snapshot.encoded()
    }
  }

  @Test(.withoutScript(.closedForm))
  func `If a state can't be decoded at all, the page still continues`() async throws {
    let browser = try await piled(on: site())
    try await browser.site.deploy(changing: try #require(browser.sceneID)) { _ in [0xFF] }
    // The page's scene still exists and keeps its ID, so another scene is created.
    try await browser.fill("Text", with: "Read it twice")
    try await browser.click("Apply")
    #expect(browser.status == 200)
    #expect(browser.notice?.contains("wasn't processed") == true)
    #expect(try browser.field("Text").value == "Read it twice")
    let first = try await browser.site.user(at: "/shelf")
    try await first.click("Book")
    try await first.site.deploy(changing: try #require(first.sceneID)) { _ in [0xFF] }
    try await first.back()
    try await first.click("Book")
    #expect(first.status == 200)
    #expect(first.layers.map(\.title) == ["Shelf", "Book"])
  }

  private func change(_ change: Change, _ state: [UInt8]) throws -> [UInt8] {
    var json = try #require(
      JSONSerialization.jsonObject(with: Data(state)) as? [String: Any])
    change.apply(&json)
    return Array(try JSONSerialization.data(withJSONObject: json))
  }

  /// Changes to the states of the note, the book, and the shelf.
  private static func changeNote(
    _ json: inout [String: Any], _ body: (inout [String: Any]) -> Void
  ) {
    changeBook(&json) { book in
      guard var note = book["note"] as? [String: Any] else { return }
      body(&note)
      book["note"] = note
    }
  }

  private static func changeBook(
    _ json: inout [String: Any], _ body: (inout [String: Any]) -> Void
  ) {
    guard var book = json["book"] as? [String: Any] else { return }
    body(&book)
    json["book"] = book
  }

  static let noChange = Change("nothing that matters") { $0["old"] = [1, 2, 3] }
  static let noteChange = Change("the note") { json in
    changeNote(&json) { $0["text"] = ["lines": []] }
  }
  static let bookChange = Change("the book") { json in changeBook(&json) { $0["title"] = 1 } }
  static let shelfChange = Change("the shelf") { $0["count"] = "one" }

  @Test(.everyWay) func `A state with the same shape is fully restored`() async throws {
    let browser = try await piled(on: site())
    try await deploy(Self.noChange, for: browser)
    try await browser.click("Apply")
    #expect(browser.notice == nil)
    #expect(browser.layers.map(\.title) == ["Shelf", "Book", "Note"])
    #expect(browser.text.contains("Count: 1"))
    #expect(try browser.field("Text").value == "Read it")
  }

  @Test(.withoutScript(.closedForm))
  func `A state that lacks a member is completed from a new state, and forms are processed`()
    async throws
  {
    let browser = try await piled(on: site())
    let change = Change("the book's title") { json in
      Self.changeBook(&json) { $0["title"] = nil }
    }
    try await deploy(change, for: browser)
    try await browser.fill("Text", with: "Read it twice")
    try await browser.click("Shout")
    #expect(browser.notice == nil)
    #expect(browser.layers.map(\.title) == ["Shelf", "Book", "Note"])
    #expect(try browser.field("Text").value == "READ IT TWICE")
    #expect(browser.text.contains("Count: 1"))
    try await browser.clickBackdrop()
    #expect(browser.layers.map(\.title) == ["Shelf", "Book"])
    #expect(try browser.field("Title").value == "")
  }

  @Test(.everyWay, .oneServer(.unreadableState), arguments: [noteChange, bookChange, shelfChange])
  func `Readable state is kept, and the rest is created from the location`(change: Change)
    async throws
  {
    let browser = try await piled(on: site())
    try await deploy(change, for: browser)
    try await browser.reload()
    #expect(browser.status == 200)
    // The location opens the lost layers again.
    #expect(browser.layers.map(\.title) == ["Shelf", "Book", "Note"])
    #expect(try browser.field("Text").value == "")
    #expect(browser.text.contains("Count: 1") == (change.testDescription != "the shelf"))
    try await browser.fill("Text", with: "Read again")
    try await browser.click("Apply")
    #expect(browser.notice == nil)
    #expect(try browser.field("Text").value == "Read again")
    try await browser.clickBackdrop()
    #expect(browser.layers.map(\.title) == ["Shelf", "Book"])
    let title = change.testDescription == "the note" ? "Dune" : ""
    #expect(try browser.field("Title").value == title)
    #expect(browser.text.contains("Count: 1") == (change.testDescription != "the shelf"))
  }

  @Test(.withoutScript(.closedForm), arguments: [noteChange, bookChange, shelfChange])
  func `Typed text is restored, and the form isn't processed`(change: Change) async throws {
    let browser = try await piled(on: site())
    try await deploy(change, for: browser)
    try await browser.fill("Text", with: "Read it twice")
    try await browser.click("Shout")
    #expect(browser.notice?.contains("We restored what you entered") == true)
    #expect(browser.layers.map(\.title) == ["Shelf", "Book", "Note"])
    #expect(try browser.field("Text").value == "Read it twice")
    // The field's value isn't stored anywhere else, so it's restored without being typed again.
    try await browser.click("Shout")
    #expect(browser.notice == nil)
    #expect(try browser.field("Text").value == "READ IT TWICE")
  }

  /// The restored form stores the state that could be read, so another process doesn't lose a part of it again.
  @Test(.withoutScript(.closedForm), arguments: [noteChange, bookChange, shelfChange])
  func `After a restored form, the next one is processed in any process`(change: Change)
    async throws
  {
    let browser = try await piled(on: site())
    try await deploy(change, for: browser)
    try await browser.fill("Text", with: "Read it twice")
    try await browser.click("Shout")
    #expect(browser.notice?.contains("We restored what you entered") == true)
    try await browser.site.restart()
    try await browser.click("Shout")
    #expect(browser.notice == nil)
    #expect(try browser.field("Text").value == "READ IT TWICE")
  }

  @Test(.withoutScript(.pageOfBefore), arguments: [noteChange, bookChange, shelfChange])
  func `A page from before the loss stays one after a restored form`(change: Change) async throws {
    let browser = try await piled(on: site())
    let before = try await browser.duplicateTab()
    try await deploy(change, for: browser)
    try await browser.click("Shout")
    #expect(browser.notice?.contains("We restored what you entered") == true)
    try await browser.site.restart()
    try await before.click("Shout")
    #expect(before.notice?.contains("wasn't processed") == true)
    #expect(try before.field("Text").value == "Read it")
  }

  @Test(.everyWay, arguments: [noteChange, bookChange, shelfChange])
  func `A field's earlier value is restored too`(change: Change) async throws {
    let browser = try await piled(on: site())
    try await deploy(change, for: browser)
    try await browser.click("Shout")
    #expect(browser.notice?.contains("We restored what you entered") == true)
    #expect(try browser.field("Text").value == "Read it")
    try await browser.click("Shout")
    #expect(try browser.field("Text").value == "READ IT")
  }

  @Test(.withoutScript(.requests)) func `An application that is no longer served isn't found`()
    async throws
  {
    let store = MemorySessionStore()
    let server = try TestServer(sessions: store) { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/shelf", ShelfApp.self) }
    }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/shelf")
    try await browser.click("Count")
    let other = try TestServer(sessions: store) { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/other", ShelfApp.self) }
    }
    let action = try #require(browser.topLayer?.node["action"])
    let cookie = try #require(browser.cookies.first)
    let answer = try await InProcessTransport(other).send(
      BrowserRequest(
        target: action, headers: [("Cookie", "\(cookie.name)=\(cookie.value)")]))
    #expect(answer.status == 404)
    try await browser.reload()
    #expect(browser.text.contains("Count: 1"))
  }
}

@Reducer
private struct Shelf {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var count = 0
    @Presents var book: Book.State?
  }

  enum Action {
    case book(PresentationAction<Book.Action>)
    case bookTapped
    case countTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .book: break
      case .bookTapped: state.book = Book.State()
      case .countTapped: state.count += 1
      }
      return .none
    }
    .ifLet(\.$book, action: \.book) { Book() }
  }
}

@Reducer
private struct Book {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var title = ""
    @Presents var note: Note.State?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case note(PresentationAction<Note.Action>)
    case noteTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .noteTapped = action { state.note = Note.State() }
      return .none
    }
    .ifLet(\.$note, action: \.note) { Note() }
  }
}

@Reducer
private struct Note {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var text = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case shoutTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .shoutTapped = action { state.text = state.text.uppercased() }
      return .none
    }
  }
}

extension Shelf.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.book, "book") { _ in Book.State() }
  }
}

extension Book.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.note, "note") { _ in Note.State() }
  }
}

private struct ShelfView: View {
  @Bindable var store: StoreOf<Shelf>

  var body: some View {
    VStack {
      Text("Count: \(store.count)")
      Button("Count") { store.send(.countTapped) }
      Button("Book") { store.send(.bookTapped) }
    }
    .navigationTitle("Shelf")
    .sheet(item: $store.scope(state: \.book, action: \.book)) { BookView(store: $0) }
  }
}

private struct BookView: View {
  @Bindable var store: StoreOf<Book>

  var body: some View {
    Form {
      TextField("Title", text: $store.title)
      Button("Note") { store.send(.noteTapped) }
    }
    .navigationTitle("Book")
    .sheet(item: $store.scope(state: \.note, action: \.note)) { NoteView(store: $0) }
  }
}

private struct NoteView: View {
  @Bindable var store: StoreOf<Note>

  var body: some View {
    Form {
      TextField("Text", text: $store.text)
      Button("Shout") { store.send(.shoutTapped) }
      Button("Apply") {}
    }
    .navigationTitle("Note")
  }
}

private struct ShelfApp: App {
  let store = Store(initialState: Shelf.State()) { Shelf() }

  var body: some Scene {
    WindowGroup { ShelfView(store: store) }
      .routes(of: store)
  }
}
