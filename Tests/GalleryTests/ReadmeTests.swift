import Cairn
import CairnServer
import CairnTesting
import Foundation
import Testing

@Reducer
struct Counter {
  @ObservableState
  struct State: Equatable {
    var count = 0
    @Presents var question: AlertState<Question>?
  }
  @CasePathable
  enum Question: Equatable { case resetConfirmed }
  enum Action {
    case incrementTapped, resetTapped
    case question(PresentationAction<Question>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementTapped: state.count += 1
      case .resetTapped: state.question = .reset
      case .question(.presented(.resetConfirmed)): state.count = 0
      case .question: break
      }
      return .none
    }
    .ifLet(\.$question, action: \.question)
  }
}

extension AlertState<Counter.Question> {
  static let reset = AlertState {
    "Back to zero?"
  } actions: {
    ButtonState(role: .destructive, action: .resetConfirmed) { "Reset" }
    ButtonState(role: .cancel) { "Cancel" }
  }
}

struct CounterView: View {
  @Bindable var store: StoreOf<Counter>

  var body: some View {
    VStack {
      Text("Count: \(store.count)")
      Button("Increment") { store.send(.incrementTapped) }
      Button("Reset") { store.send(.resetTapped) }
    }
    .navigationTitle("Counter")
    .alert($store.scope(state: \.question, action: \.question))
  }
}

struct CounterApp: App {
  let store = Store(initialState: Counter.State()) { Counter() }

  var body: some Scene { WindowGroup { CounterView(store: store) } }
}

/// The README's code, line by line.
@MainActor
@Suite struct ReadmeTests {
  @Test func theTour() async throws {
    let store = TestStore(initialState: Counter.State(count: 3)) { Counter() }
    await store.send(.resetTapped) { $0.question = .reset }
    await store.send(\.question.resetConfirmed) {
      $0.count = 0
      $0.question = nil
    }

    let browser = Browser(InProcessTransport(try Server { Mount("/", CounterApp.self) }))
    try await browser.open("/")
    try await browser.click("Increment")
    #expect(browser.text.contains("Count: 1"))
    try await browser.click("Reset")
    #expect(browser.dialogs.map(\.buttons) == [["Reset", "Cancel"]])
    try await browser.click("Reset")
    #expect(browser.text.contains("Count: 0"))
  }

  @Test func everyLineOfTheReadmesCodeIsHere() throws {
    let file = URL(filePath: #filePath)
    let readme = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "README.md")
    let here = Set(
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) })
    let blocks = try String(contentsOf: readme, encoding: .utf8)
      .components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count == 3)
    for line in blocks.joined(separator: "\n").split(separator: "\n") {
      #expect(here.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
    }
  }
}
