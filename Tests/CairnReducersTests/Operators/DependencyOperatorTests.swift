import Cairn
import CairnTesting
import Foundation
import FoundationNetworking
import IssueReporting
import Testing

private struct Greeting: TestDependencyKey, Equatable {
  var text: String
  static let testValue = Greeting(text: "default")
}

extension DependencyValues {
  fileprivate var greeting: Greeting {
    get { self[Greeting.self] }
    set { self[Greeting.self] = newValue }
  }
}

@Reducer
private struct Greeter {
  struct State: Equatable {
    var log: [String] = []
    var rounds = 0
  }
  enum Action: Equatable {
    case greet, start, next
    case greeted(String)
    case startMapped, dismiss
  }
  @Dependency(\.greeting) var greeting
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .greet: state.log.append(greeting.text)
      case .start: return .run { send in await send(.next) }
      case .next:
        state.rounds += 1
        state.log.append(greeting.text)
        return .run { send in await send(.greeted("effect \(greeting.text)")) }
      case .greeted(let text): state.log.append(text)
      case .startMapped:
        return .merge(
          Effect<Int>.send(1).map { .greeted("\(greeting.text) \($0)") },
          Effect<Int>.run { send in await send(2) }.map { .greeted("\(greeting.text) \($0)") })
      case .dismiss:
        return .run { send in
          await send(.greeted("presented \(isPresented)"))
          await dismiss()
        }
      }
      return .none
    }
  }
}

@Reducer
private struct Hall {
  struct State: Equatable {
    var greeter = Greeter.State()
    var own: [String] = []
    @Presents var guest: Greeter.State?
  }
  enum Action: Equatable {
    case greet
    case greeter(Greeter.Action)
    case guest(PresentationAction<Greeter.Action>)
  }
  @Dependency(\.greeting) var greeting
  var dismissed: (@Sendable () -> Void)?

  var body: some ReducerOf<Self> {
    Scope(state: \.greeter, action: \.greeter) {
      Greeter().dependency(\.greeting, Greeting(text: "inner"))
    }
    Reduce { state, action in
      if action == .greet { state.own.append(greeting.text) }
      return .none
    }
    .ifLet(\.$guest, action: \.guest) {
      if let dismissed {
        Greeter()
          .dependency(\.dismiss, DismissEffect { dismissed() })
          .dependency(\.isPresented, false)
      } else {
        Greeter()
      }
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(30))) struct DependencyOperatorTests {
  private func makeStore(
    _ reducer: some ReducerOf<Greeter>
  ) -> TestStore<Greeter.State, Greeter.Action> {
    TestStore(initialState: Greeter.State()) { reducer }
  }

  @Test func `The reducer sees a dependency set by an operator`() async {
    let store = makeStore(Greeter().dependency(\.greeting, Greeting(text: "a")))
    await store.send(.greet) { $0.log = ["a"] }
  }

  @Test func `Effects and the effects of their actions see the dependency`() async {
    let store = makeStore(Greeter().dependency(Greeting(text: "a")))
    await store.send(.start)
    await store.receive(.next) {
      $0.rounds = 1
      $0.log = ["a"]
    }
    await store.receive(.greeted("effect a")) { $0.log = ["a", "effect a"] }
    await store.finish()
  }

  @Test func `The innermost operator wins`() async {
    let store = makeStore(
      Greeter()
        .dependency(\.greeting, Greeting(text: "inner"))
        .dependency(\.greeting, Greeting(text: "outer")))
    store.dependencies.greeting = Greeting(text: "store")
    await store.send(.start)
    await store.receive(.next) {
      $0.rounds = 1
      $0.log = ["inner"]
    }
    await store.receive(.greeted("effect inner")) { $0.log = ["inner", "effect inner"] }
    await store.finish()
  }

  @Test func `The parent keeps its own dependency`() async {
    let store = TestStore(initialState: Hall.State()) {
      Hall().dependency(\.greeting, Greeting(text: "outer"))
    }
    await store.send(.greet) { $0.own = ["outer"] }
    await store.send(.greeter(.greet)) { $0.greeter.log = ["inner"] }
    await store.send(.greeter(.start))
    await store.receive(\.greeter.next) {
      $0.greeter.rounds = 1
      $0.greeter.log = ["inner", "inner"]
    }
    await store.receive(\.greeter.greeted, "effect inner") {
      $0.greeter.log = ["inner", "inner", "effect inner"]
    }
    await store.finish()
  }

  @Test func `Dependencies are transformed from the outside in`() async {
    let store = makeStore(
      Greeter()
        .transformDependency(\.greeting) { $0.text += " inner" }
        .transformDependency(Greeting.self) { $0.text += " outer" }
        .dependency(\.greeting, Greeting(text: "set")))
    await store.send(.start)
    await store.receive(.next) {
      $0.rounds = 1
      $0.log = ["set outer inner"]
    }
    await store.receive(.greeted("effect set outer inner")) {
      $0.log = ["set outer inner", "effect set outer inner"]
    }
    await store.finish()
  }

  @Test func `Mapped effects keep their dependencies`() async {
    let store = makeStore(Greeter().dependency(\.greeting, Greeting(text: "a")))
    store.exhaustivity = .off
    await store.send(.startMapped)
    await store.receive(.greeted("a 1")) { $0.log = ["a 1"] }
    await store.receive(.greeted("a 2")) { $0.log = ["a 1", "a 2"] }
    await store.finish()
  }

  @Test func `The dismiss dependency can be replaced by an operator`() async {
    let events = Events()
    let store = TestStore(initialState: Hall.State(guest: Greeter.State())) {
      Hall(dismissed: { events.record("own") })
    }
    await store.send(.guest(.presented(.dismiss)))
    await store.receive(\.guest.greeted, "presented false") {
      $0.guest?.log = ["presented false"]
    }
    #expect(await events.next() == "own")
    await store.finish()
  }

  @Test func `The presenting operator wins over dependency operators around it`() async {
    let store = TestStore(initialState: Hall.State(guest: Greeter.State())) {
      Hall()
        .dependency(\.dismiss, DismissEffect { Issue.record("The outer dismissal was called.") })
        .dependency(\.isPresented, false)
    }
    await store.send(.guest(.presented(.dismiss)))
    await store.receive(.guest(.presented(.greeted("presented true")))) {
      $0.guest?.log = ["presented true"]
    }
    await store.receive(.guest(.dismiss)) { $0.guest = nil }
    await store.finish()
  }
}

/// A dependency whose test value reports that it wasn't set.
private struct Postage: DependencyKey, Equatable {
  var stamps: Int
  static let liveValue = Postage(stamps: 1)
  static var testValue: Postage {
    reportIssue("Postage was not set.")
    return Postage(stamps: 0)
  }
}

extension DependencyValues {
  fileprivate var postage: Postage {
    get { self[Postage.self] }
    set { self[Postage.self] = newValue }
  }
}

/// Setting a dependency through a key path reads it first.
@MainActor @Suite struct ReportingTestValueTests {
  private func makeStore(_ keyPath: WritableKeyPath<DependencyValues, Postage>) -> TestStore<
    Int, Bool
  > {
    TestStore(initialState: 0) {
      Reduce<Int, Bool> { state, _ in
        @Dependency(\.postage) var postage
        @Dependency(\.urlSession) var session
        _ = session
        state = postage.stamps
        return .none
      }
      .dependency(keyPath, Postage(stamps: 3))
      .dependency(\.urlSession, URLSession(configuration: .ephemeral))
    }
  }

  @Test func `A dependency set by an operator isn't reported`() async {
    await makeStore(\.postage).send(true) { $0 = 3 }
  }

  @Test(
    .dependency(\.urlSession, URLSession(configuration: .ephemeral)),
    .dependency(\.postage, Postage(stamps: 4)))
  func `A dependency set by a trait isn't reported`() {
    @Dependency(\.postage) var postage
    @Dependency(\.urlSession) var session
    _ = session
    #expect(postage.stamps == 4)
  }

  @Test func `A dependency that isn't set is reported when it's used`() async {
    await expectIssue("urlSession") {
      withDependencies {
        // This value isn't kept. A value that's made during setup is made again when it's used.
        _ = $0.urlSession
      } operation: {
        @Dependency(\.urlSession) var session
        _ = session
      }
    }
  }
}
