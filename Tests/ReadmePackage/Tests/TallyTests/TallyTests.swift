import CairnServer
import CairnTesting
import Testing

@testable import Tally

@MainActor @Test func `A user counts`() async throws {
  let browser = Browser(InProcessTransport(try Server { Mount("/", TallyApp.self) }))
  try await browser.open("/")
  try await browser.click("Increment")
  #expect(browser.text.contains("Count: 1"))
}

@MainActor @Test func `Resetting asks first`() async {
  let store = TestStore(initialState: Counter.State(count: 3)) { Counter() }
  await store.send(.resetTapped) { $0.question = .reset }
  await store.send(\.question.resetConfirmed) {
    $0.count = 0
    $0.question = nil
  }
}
