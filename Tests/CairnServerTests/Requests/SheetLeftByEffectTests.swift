import Cairn
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Text that couldn't be applied when an effect leaves its form.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct SheetLeftByEffectTests {
  @Reducer
  struct Ledger {
    @ObservableState
    struct State: Codable, Equatable {
      @Presents var entry: Entry.State?
    }

    enum Action {
      case addTapped
      case entry(PresentationAction<Entry.Action>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .addTapped = action { state.entry = Entry.State() }
        return .none
      }
      .ifLet(\.$entry, action: \.entry) { Entry() }
    }
  }

  @Reducer
  struct Entry {
    @ObservableState
    struct State: Codable, Equatable {
      @Presents var alert: AlertState<Never>?
      var amount = 0
    }

    enum Action: BindableAction {
      case alert(PresentationAction<Never>)
      case binding(BindingAction<State>)
      case closeLaterTapped
      case warned
      case warnLaterTapped
    }

    @Dependency(\.dismiss) var dismiss
    @Dependency(\.gate) var gate

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .alert, .binding: return .none
        case .closeLaterTapped:
          return .run { [gate, dismiss] _ in
            await withoutBlockingResponse { await gate.pass() }
            await dismiss()
          }
        case .warned:
          state.alert = AlertState { TextState("The shop closes") }
          return .none
        case .warnLaterTapped:
          return .run { [gate] send in
            await withoutBlockingResponse { await gate.pass() }
            await send(.warned)
          }
        }
      }
      .ifLet(\.$alert, action: \.alert)
    }
  }

  private struct LedgerView: View {
    @Bindable var store: StoreOf<Ledger>

    var body: some View {
      Button("Add") { store.send(.addTapped) }
        .navigationTitle("Ledger")
        .sheet(item: $store.scope(state: \.entry, action: \.entry)) { EntryView(store: $0) }
    }
  }

  private struct EntryView: View {
    @Bindable var store: StoreOf<Entry>

    var body: some View {
      Form {
        TextField("Amount", value: $store.amount, format: .number)
        Button("Apply") {}
        Button("Close later") { store.send(.closeLaterTapped) }
        Button("Warn later") { store.send(.warnLaterTapped) }
      }
      .navigationTitle("Entry")
      .alert($store.scope(state: \.alert, action: \.alert))
    }
  }

  private struct LedgerApp: App {
    let store = Store(initialState: Ledger.State()) { Ledger() }
    var body: some Scene { WindowGroup { LedgerView(store: store) } }
  }

  private let gate = VaultGate()

  /// Returns a browser whose sheet had a rejected text when an effect left the sheet.
  private func browser(tapping button: String) async throws -> Browser {
    let server = try Server { [gate] in
      $0.gate = gate
    } mounts: {
      Mount("/ledger", LedgerApp.self)
    }
    let browser = Browser(InProcessTransport(server))
    try await browser.open("/ledger")
    try await browser.click("Add")
    try await browser.click(button)
    try browser.fill("Amount", with: "twelve")
    try await browser.click("Apply")
    #expect(try browser.field("Amount").value == "twelve")
    #expect(browser.heading == "Entry")
    gate.open()
    try await browser.reload()
    return browser
  }

  @Test func `A closed sheet has the text again when it's reopened`() async throws {
    let browser = try await browser(tapping: "Close later")
    #expect(browser.heading == "Ledger")
    try await browser.click("Add")
    #expect(try browser.field("Amount").value == "twelve")
    #expect(browser.notice?.contains("We restored what you typed") == true)
  }

  @Test func `A sheet that was covered by an alert keeps the text`() async throws {
    let browser = try await browser(tapping: "Warn later")
    #expect(browser.heading == "The shop closes")
    try await browser.click("OK")
    #expect(browser.heading == "Entry")
    #expect(try browser.field("Amount").value == "twelve")
  }
}
