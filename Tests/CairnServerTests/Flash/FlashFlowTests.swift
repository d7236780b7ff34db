import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// Messages that features show on the next page.
@Suite(.timeLimit(.minutes(30))) struct FlashFlowTests {
  @Reducer
  struct Shelf {
    @ObservableState
    struct State: Codable, Equatable {
      @Presents var book: Book.State?
      var titles = ["Emma", "Ulysses"]
      var count = 0
    }

    enum Action {
      case book(PresentationAction<Book.Action>)
      case bookTapped(String)
      case countTapped
      case sortTapped
    }

    @Dependency(\.flash) var flash

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .book(.presented(.deleteTapped)):
          let title = state.book?.title
          state.titles.removeAll { $0 == title }
          return .none
        case .book: return .none
        case .bookTapped(let title):
          state.book = Book.State(title: title)
          return .none
        case .countTapped:
          state.count += 1
          return .none
        case .sortTapped:
          state.titles.sort(by: >)
          flash("Sorted.")
          return .none
        }
      }
      .ifLet(\.$book, action: \.book) { Book() }
    }
  }

  @Reducer
  struct Book {
    @ObservableState
    struct State: Codable, Equatable { var title: String }

    enum Action { case deleteTapped }

    @Dependency(\.dismiss) var dismiss
    @Dependency(\.flash) var flash

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        .run { [title = state.title, dismiss, flash] _ in
          flash("“\(title)” was deleted.")
          await dismiss()
        }
      }
    }
  }

  private struct ShelfView: View {
    @Bindable var store: StoreOf<Shelf>

    var body: some View {
      VStack {
        Text("Books: \(store.titles.joined(separator: ", "))")
        Text("Count: \(store.count)")
        Button("Open") { store.send(.bookTapped("Emma")) }
        Button("Sort") { store.send(.sortTapped) }
        Button("Count") { store.send(.countTapped) }
      }
      .navigationTitle("Shelf")
      .sheet(item: $store.scope(state: \.book, action: \.book)) { store in
        Button("Delete") { store.send(.deleteTapped) }.navigationTitle(store.title)
      }
    }
  }

  private struct ShelfApp: App {
    let store = Store(initialState: Shelf.State()) { Shelf() }
    var body: some Scene { WindowGroup { ShelfView(store: store) } }
  }

  private func user() async throws -> FlowUser {
    let site = try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/shelf", ShelfApp.self) }
    }
    return try await site.user(at: "/shelf")
  }

  @Test(.restarting, .everyWay)
  func `A message of an effect is on the page below, until the next action`() async throws {
    let user = try await user()
    try await user.click("Open")
    #expect(user.heading == "Emma" && user.notice == nil)
    try await user.click("Delete")
    #expect(user.heading == "Shelf")
    #expect(user.text.contains("Books: Ulysses"))
    #expect(user.notice == "“Emma” was deleted.")
    // A reload isn't an action.
    try await user.reload()
    #expect(user.notice == "“Emma” was deleted.")
    try await user.click("Count")
    #expect(user.text.contains("Count: 1"))
    #expect(user.notice == nil)
  }

  @Test(.restarting, .everyWay)
  func `A message of a reducer is shown once, also if its action is repeated`() async throws {
    let user = try await user()
    for _ in 0..<2 {
      try await user.click("Sort")
      #expect(user.notice == "Sorted.")
    }
    try await user.click("Count")
    #expect(user.notice == nil)
  }
}
