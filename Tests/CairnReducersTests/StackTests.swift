import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Foundation
import OrderedCollections
import Testing

@Reducer
private struct Page {
  struct State: Equatable, Codable { var name: String }
  enum Action: Equatable {
    case run, leave
    case rename(String)
    case leaveWithParent
  }
  @Dependency(\.dismiss) var dismiss
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .run, .leaveWithParent:
        return .run { [name = state.name] _ in await events.untilCancelled(name) }
      case .leave: return .run { _ in await dismiss() }
      case .rename(let name):
        state.name = name
        return .none
      }
    }
  }
}

@Reducer
private struct Book {
  struct State: Equatable, Codable {
    var path = StackState<Page.State>()
    var seen: [String] = []
  }
  enum Action: Equatable {
    case path(StackAction<Page.State, Page.Action>)
    case popAll
  }
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .path(.element(let id, .leaveWithParent)) = action { state.path[id: id] = nil }
      if case .popAll = action { state.path.removeAll() }
      state.seen = state.path.map(\.name)
      return .none
    }
    .forEach(\.path, action: \.path) { Page(events: events) }
  }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct StackTests {
  private let events = Events()

  private func makeStore(_ names: String...) -> TestStore<Book.State, Book.Action> {
    var state = Book.State()
    for name in names { state.path.append(Page.State(name: name)) }
    return TestStore(initialState: state) { Book(events: events) }
  }

  @Test func idsCountUpAndAreNeverUsedAgain() {
    var stack = StackState<Page.State>()
    stack.append(Page.State(name: "a"))
    stack.append(Page.State(name: "b"))
    stack.append(Page.State(name: "c"))
    #expect(stack.ids == [0, 1, 2])
    stack.removeLast()
    stack.append(Page.State(name: "d"))
    #expect(stack.ids == [0, 1, 3])
    stack.insert(Page.State(name: "e"), at: 1)
    #expect(stack.ids == [0, 4, 1, 3])
    #expect(stack.map(\.name) == ["a", "e", "b", "d"])
    stack[id: 4] = nil
    #expect(stack.ids == [0, 1, 3])
    stack[id: 1]?.name = "changed"
    #expect(stack[1].name == "changed")
    #expect(stack[id: 9] == nil)
  }

  @Test func popping() {
    var stack = StackState<Page.State>()
    for name in ["a", "b", "c", "d"] { stack.append(Page.State(name: name)) }
    var other = stack
    stack.pop(from: 2)
    #expect(stack.ids == [0, 1])
    stack.pop(from: 7)
    #expect(stack.ids == [0, 1])
    other.pop(to: 1)
    #expect(other.ids == [0, 1])
    other.pop(to: 7)
    other.pop(to: 1)
    #expect(other.ids == [0, 1])
  }

  @Test func equalityIncludesIds() {
    var first = StackState<Page.State>()
    var second = StackState<Page.State>()
    first.append(Page.State(name: "a"))
    second.append(Page.State(name: "b"))
    second.removeLast()
    second.append(Page.State(name: "a"))
    #expect(first != second)
    #expect(Array(first) == Array(second))
  }

  @Test func encodingKeepsIdsAndGeneration() throws {
    var stack = StackState<Page.State>()
    for name in ["a", "b", "c"] { stack.append(Page.State(name: name)) }
    stack[id: 1] = nil
    stack.removeLast()
    let data = try JSONEncoder().encode(stack)
    var decoded = try JSONDecoder().decode(StackState<Page.State>.self, from: data)
    #expect(decoded == stack)
    #expect(decoded.ids == [0])
    decoded.append(Page.State(name: "d"))
    #expect(decoded.ids == [0, 3])
  }

  @Test(arguments: [
    #"{"ids":[0,0],"elements":[{"name":"a"},{"name":"b"}],"next":2}"#,
    #"{"ids":[0],"elements":[],"next":2}"#, #"{"ids":[5],"elements":[{"name":"a"}],"next":2}"#,
    #"{"ids":[-1],"elements":[{"name":"a"}],"next":2}"#,
    #"{"ids":[],"elements":[],"next":-2}"#,
  ])
  func decodingRefusesWhatDoesNotFit(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StackState<Page.State>.self, from: Data(json.utf8))
    }
  }

  @Test func anElementRunsBeforeItsParent() async {
    let store = makeStore("a", "b")
    await store.send(\.path[id: 1].rename, "c") {
      $0.path[id: 1]?.name = "c"
      $0.seen = ["a", "c"]
    }
  }

  @Test func popFromRunsTheParentFirst() async {
    let store = makeStore("a", "b", "c")
    await store.send(.path(.popFrom(id: 1))) {
      $0.seen = ["a", "b", "c"]
      $0.path.pop(from: 1)
    }
  }

  @Test func pushInsertsBeforeTheParent() async {
    let store = makeStore("a")
    await store.send(.path(.push(id: 1, state: Page.State(name: "b")))) {
      $0.path[id: 1] = Page.State(name: "b")
      $0.seen = ["a", "b"]
    }
  }

  @Test func unknownAndKnownIdsReportAndTheParentRuns() async {
    let store = makeStore("a")
    store.exhaustivity = .off
    let messages = await issues {
      await store.send(\.path[id: 7].run) { $0.seen = ["a"] }
      await store.send(.path(.popFrom(id: 7))) { #expect($0.path.ids == [0]) }
      await store.send(.path(.push(id: 0, state: Page.State(name: "b")))) {
        #expect($0.path.map(\.name) == ["a"])
      }
    }
    #expect(messages.count == 3)
    #expect(messages.allSatisfy { $0.contains("'forEach' at CairnReducersTests/StackTests.swift") })
    #expect(messages.last?.contains("already had") == true)
  }

  @Test func anElementDismissesItself() async {
    let store = makeStore("a", "b", "c")
    await store.send(\.path[id: 1].leave) { $0.seen = ["a", "b", "c"] }
    await store.receive(\.path.popFrom, 1) { $0.path.pop(from: 1) }
  }

  @Test func poppingCancelsTheEffectsOfAllThatWent() async {
    let store = makeStore("a", "b", "c")
    store.exhaustivity = .off
    for (id, name) in [(StackElementID(0), "a"), (1, "b"), (2, "c")] {
      await store.send(.path(.element(id: id, action: .run)))
      #expect(await events.next() == "\(name) began")
    }
    await store.send(.path(.popFrom(id: 1)))
    let ended = [await events.next(), await events.next()].compactMap(\.self).sorted()
    #expect(ended == ["b cancelled", "c cancelled"])
    await store.send(.popAll)
    #expect(await events.next() == "a cancelled")
    await store.finish()
  }

  @Test func effectsOfTheTurnThatRemovesTheElementAreDropped() async {
    let store = makeStore("a")
    await store.send(\.path[id: 0].leaveWithParent) { $0.path[id: 0] = nil }
    await store.finish()
  }
}
