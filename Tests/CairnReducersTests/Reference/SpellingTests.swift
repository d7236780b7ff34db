import Cairn
import CairnTesting
import Testing

/// The spelling that migrated features use.
@MainActor @Suite(.timeLimit(.minutes(30))) struct SpellingTests {
  @Test func `A scope needs no argument label`() async {
    let store = TestStore(initialState: .init()) { Lobby() }
    await store.send(.badge(.rename("Blob"))) { $0.badge.name = "Blob" }
    await store.send(.door(.signedIn(.rename("Blob, Jr.")))) {
      $0.door = .signedIn(Badge.State(name: "Blob, Jr."))
    }
    let live = Store(initialState: Lobby.State(friend: Badge.State(name: "Friend"))) {
      Lobby()
    }
    let badge: StoreOf<Badge> = live.scope(\.badge, action: \.badge)
    badge.send(.rename("Live"))
    #expect(live.badge.name == "Live")
    let friend: StoreOf<Badge>? = live.scope(\.friend, action: \.friend)
    #expect(friend?.name == "Friend")
  }

  @Test(arguments: [true, false])
  func `A task result catches success and failure`(isFound: Bool) async {
    let store = TestStore(initialState: .init()) { Asking(isFound: isFound) }
    await store.send(.look)
    await store.receive(\.response) { $0.answer = isFound ? "found" : "Missing()" }
  }

  @Test func `Values that tests and effects share are locked`() async {
    let names = LockIsolated<[String]>([])
    await withTaskGroup { group in
      for name in ["a", "b", "c"] {
        group.addTask { names.withValue { $0.append(name) } }
      }
    }
    expectNoDifference(names.value.sorted(), ["a", "b", "c"])
    #expect(names.count == 3)
    names.setValue(names.value + ["d"])
    names.withValue { $0[0] = "\(names.value.count)" }
    #expect(names.value.last == "d")
    #expect(names.value[0] == "4")
    final class Plain { var count = 0 }
    @UncheckedSendable var plain = Plain()
    await Task { [$plain] in $plain.value.count += 1 }.value
    #expect(plain.count == 1)
    await expectIssue("what is wrong") { reportIssue("what is wrong") }
  }

  @Test func `Endless tasks and streams end when they're canceled`() async {
    let task = Task { try await Task<Void, Never>.never() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let stream = Task { for await _ in AsyncStream<Int>.never {} }
    stream.cancel()
    await stream.value
    for await _ in AsyncStream<Int>.finished { Issue.record("The stream had an element.") }
    await #expect(throws: Missing.self) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Missing()) {}
    }
  }
}

private struct Missing: Error {}

@Reducer
private struct Badge {
  struct State: Equatable { var name = "" }
  enum Action: Equatable { case rename(String) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .rename(let name) = action { state.name = name }
      return .none
    }
  }
}

@Reducer
private struct Door {
  enum State: Equatable {
    case signedIn(Badge.State)
    case signedOut
  }
  enum Action: Equatable { case signedIn(Badge.Action) }
  var body: some ReducerOf<Self> {
    Scope(\.signedIn, action: \.signedIn) { Badge() }
  }
}

@Reducer
private struct Lobby {
  struct State: Equatable {
    var badge = Badge.State()
    var friend: Badge.State?
    var door = Door.State.signedIn(Badge.State())
  }
  enum Action: Equatable {
    case badge(Badge.Action)
    case friend(Badge.Action)
    case door(Door.Action)
  }
  var body: some ReducerOf<Self> {
    Scope(\.badge, action: \.badge) { Badge() }
    Scope(\.door, action: \.door) { Door() }
    EmptyReducer().ifLet(\.friend, action: \.friend) { Badge() }
  }
}

@Reducer
private struct Asking {
  struct State: Equatable { var answer: String? }
  enum Action {
    case look
    case response(Result<String, any Error>)
  }
  let isFound: Bool

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .look: return .run { send in await answer(send) }
      case .response(.success(let answer)): state.answer = answer
      case .response(.failure(let error)): state.answer = "\(error)"
      }
      return .none
    }
  }

  private func answer(_ send: SendOf<Self>) async {
    await send(
      .response(
        await Result {
          await Task.yield()
          guard isFound else { throw Missing() }
          return "found"
        }))
  }
}
