import Cairn
import CairnServer
import CairnTesting
import Testing
import Ways

/// A form whose Cancel button asks whether to discard the changes.
@Reducer
struct Quantity {
  @ObservableState
  struct State: Codable, Equatable {
    var number = 3
    @Presents var question: AlertState<Action.Question>?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case cancelTapped
    case question(PresentationAction<Question>)

    @CasePathable
    enum Question: Codable {
      case discardTapped
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .question(.dismiss): break
      case .cancelTapped:
        state.question = AlertState {
          TextState("Discard?")
        } actions: {
          ButtonState(role: .destructive, action: .discardTapped) { TextState("Discard") }
          ButtonState(role: .cancel) { TextState("Keep editing") }
        }
      case .question(.presented(.discardTapped)): state.number = 3
      }
      return .none
    }
    .ifLet(\.$question, action: \.question)
  }
}

private struct QuantityView: View {
  @Bindable var store: StoreOf<Quantity>

  var body: some View {
    Form {
      TextField("Number", value: $store.number, format: .number)
      Button("Apply") {}
      Button("Cancel", role: .cancel) { store.send(.cancelTapped) }
    }
    .navigationTitle("Quantity")
    .alert($store.scope(state: \.question, action: \.question))
  }
}

private struct QuantityApp: App {
  let store = Store(initialState: Quantity.State()) { Quantity() }

  var body: some Scene { WindowGroup { QuantityView(store: store) } }
}

@Suite(.restarting) struct QuestionTests {
  private func user() async throws -> FlowUser {
    try await FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) { Mount("/", QuantityApp.self) }
    }.user(at: "/")
  }

  @Test(.everyWay) func `Text that isn't valid is still there if the user keeps editing`()
    async throws
  {
    let browser = try await user()
    try await browser.fill("Number", with: "abc")
    try await browser.click("Cancel")
    #expect(browser.heading == "Discard?")
    try await browser.click("Keep editing")
    #expect(try browser.field("Number").value == "abc")
    try await browser.fill("Number", with: "4")
    try await browser.click("Apply")
    #expect(try browser.field("Number").value == "4")
  }

  @Test(.everyWay) func `Valid text is applied before the question`() async throws {
    let browser = try await user()
    try await browser.fill("Number", with: "5")
    try await browser.click("Cancel")
    try await browser.click("Keep editing")
    #expect(try browser.field("Number").value == "5")
  }
}
