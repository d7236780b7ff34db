import Cairn
import CairnTesting
import Testing

/// Flash messages in a test store.
@MainActor @Suite(.timeLimit(.minutes(30))) struct TestStoreFlashTests {
  private enum Action { case save, saveLater, saveTwice }

  private let clock = TestClock()

  private func makeStore() -> TestStore<Int, Action> {
    TestStore(initialState: 0) { [clock] in
      Reduce<Int, Action> { _, action in
        @Dependency(\.flash) var flash
        switch action {
        case .save:
          flash("Saved.")
          return .none
        case .saveLater:
          return .run { [clock, flash] _ in
            try await clock.sleep(for: .seconds(1))
            flash("Saved.")
          }
        case .saveTwice:
          for number in 1...2 { flash("Saved \(number).") }
          return .none
        }
      }
    }
  }

  @Test func `A message of a reducer is asserted`() async {
    let store = makeStore()
    await store.send(.save)
    await store.receive(flash: "Saved.")
  }

  @Test func `A test waits for a message of an effect`() async {
    let store = makeStore()
    await store.send(.saveLater)
    await clock.advance(by: .seconds(1))
    await store.receive(flash: "Saved.")
    await store.finish()
  }

  @Test func `An exhaustive test fails if a message isn't asserted`() async {
    let messages = await issues {
      let store = makeStore()
      await store.send(.saveTwice)
      await store.receive(flash: "Saved 1.")
    }
    #expect(messages.count == 1, "\(messages)")
    #expect(messages.first?.contains("The feature showed 1 flash message") == true, "\(messages)")
    #expect(messages.first?.contains("• \"Saved 2.\"") == true, "\(messages)")
  }

  @Test func `Messages are asserted in order`() async {
    let store = makeStore()
    await store.send(.saveTwice)
    await expectIssue("Received an unexpected flash message.", line: #line + 1) {
      await store.receive(flash: "Saved 2.")
    }
    await store.receive(flash: "Saved 2.")
  }

  @Test func `A test that isn't exhaustive skips earlier messages`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.saveTwice)
    await store.receive(flash: "Saved 2.")
    await expectIssue("but received none", line: #line + 1) {
      await store.receive(flash: "Saved 2.")
    }
  }

  @Test func `Without a test store, a test must set the function`() async {
    let messages = await issues {
      withDependencies {
        $0.context = .test
      } operation: {
        @Dependency(\.flash) var flash
        flash("Saved.")
      }
    }
    #expect(messages.count == 1, "\(messages)")
    #expect(messages.first?.contains("'\\.flash' isn't set") == true, "\(messages)")
  }
}
