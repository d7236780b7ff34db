import CairnCases
import CairnReducers
import Testing

/// A store that its own reducer can reach, which is a mistake.
@MainActor
private final class Loop {
  struct State: Equatable { var log: [String] = [] }
  enum Action: Equatable { case a, b, c }

  private(set) var store: Store<State, Action>?

  init(sendsFromReducer: Bool) {
    store = Store(initialState: State()) {
      Reduce { [unowned self] state, action in
        state.log.append("\(action) began")
        defer { state.log.append("\(action) ended") }
        guard action == .a else { return .none }
        guard sendsFromReducer else { return .merge(.send(.b), .send(.c)) }
        MainActor.assumeIsolated {
          _ = self.store?.send(.b)
          _ = self.store?.send(.c)
        }
        return .none
      }
    }
  }
}

@MainActor @Suite struct StoreSendTests {
  private let inOrder = ["a began", "a ended", "b began", "b ended", "c began", "c ended"]

  @Test func `Actions sent during processing are processed afterwards in order`() {
    let loop = Loop(sendsFromReducer: false)
    loop.store?.send(.a)
    #expect(loop.store?.log == inOrder)
  }

  @Test func `Sending from inside a reducer is queued and reported`() async {
    let loop = Loop(sendsFromReducer: true)
    let messages = await issues { loop.store?.send(.a) }
    #expect(loop.store?.log == inOrder)
    #expect(messages.count == 2)
    #expect(
      messages.first?.contains(
        "An action was sent to the store of Loop.State while its reducer was running") == true)
    #expect(messages.first?.contains("Action.b") == true)
    #expect(messages.first?.contains("return '.send(...)'") == true)
  }
}
