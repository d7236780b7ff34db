import Cairn
import CairnTesting
import Synchronization
import Testing
import Ways

@testable import CairnServer

/// Work of a sheet that begins again after a restart, and then closes the sheet.
@Suite(.timeLimit(.minutes(30))) struct ResumedSheetTests {
  @Reducer
  struct Mailbox {
    @ObservableState
    struct State: Codable, Equatable, Sendable {
      @Presents var letter: Letter.State?
      var sent = 0
    }

    enum Action {
      case letter(PresentationAction<Letter.Action>)
      case writeTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .letter(.presented(.sent)):
          state.letter = nil
          state.sent += 1
        case .letter: break
        case .writeTapped: state.letter = Letter.State()
        }
        return .none
      }
      .ifLet(\.$letter, action: \.letter) { Letter() }
    }
  }

  @Reducer
  struct Letter {
    @ObservableState
    struct State: Codable, Equatable, Sendable {
      var sending = WorkInFlight()
    }

    enum Action {
      case sendTapped
      case sent
    }

    @Dependency(\.kilnLog) var log

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        guard case .sendTapped = action else { return .none }
        state.sending.isRunning = true
        return .run(resume: action) { [log] send in
          @Dependency(\.idempotencyKey) var key
          log.keys.withLock { $0.append(key) }
          // The first process ends before the work does.
          if log.counts[0] == 1 { try await withoutBlockingResponse { try await Task.never() } }
          await send(.sent)
        }
      }
      .persistedAction(\.sendTapped)
    }
  }

  private struct MailboxView: View {
    @Bindable var store: StoreOf<Mailbox>

    var body: some View {
      VStack {
        Text("Sent: \(store.sent)")
        Button("Write") { store.send(.writeTapped) }
      }
      .navigationTitle("Mailbox")
      .sheet(item: $store.scope(state: \.letter, action: \.letter)) { store in
        Button("Send") { store.send(.sendTapped) }
          .disabled(store.sending.isRunning)
          .navigationTitle("Letter")
      }
    }
  }

  private struct MailboxApp: App {
    let store = Store(initialState: Mailbox.State()) { Mailbox() }

    var body: some Scene {
      WindowGroup { MailboxView(store: store) }
        .routes(of: store)
    }
  }

  @Test(.everyWay, .oneServer(.effect))
  func `The address of a sheet that the work has closed leads to the result`()
    async throws
  {
    let log = KilnLog()
    let site = try FlowSite(isJudged: true) { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        $0.kilnLog = log
      } mounts: {
        Mount("/mailbox", MailboxApp.self)
      }
    }
    let user = try await site.user(at: "/mailbox")
    try await user.click("Write")
    try await user.click("Send")
    #expect(user.heading == "Letter")
    let sheet = user.location
    try await site.restart()
    try await user.open(sheet)
    #expect(user.heading == "Mailbox")
    #expect(user.text.contains("Sent: 1"))
    #expect(user.notice == nil)
    // The result is stored, and so is its cause.
    try await site.restart()
    try await user.open(sheet)
    #expect(user.heading == "Mailbox")
    #expect(user.text.contains("Sent: 1"))
    #expect(log.counts == [2, 1])
  }
}

extension ResumedSheetTests.Mailbox.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.letter, "letter") { _ in ResumedSheetTests.Letter.State() }
  }
}
