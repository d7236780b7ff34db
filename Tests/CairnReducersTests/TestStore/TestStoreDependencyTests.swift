import Cairn
import CairnTesting
import Testing

private struct Mailer: DependencyKey {
  var address: @Sendable () -> String
  static let liveValue = Self { "live" }
}

extension DependencyValues {
  fileprivate var mailer: Mailer {
    get { self[Mailer.self] }
    set { self[Mailer.self] = newValue }
  }
}

@Reducer
private struct Contact {
  struct State: Equatable { var address = "" }
  enum Action: Equatable {
    case ask, askInEffect
    case answer(String)
  }
  @Dependency(\.mailer) var mailer

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask: state.address = mailer.address()
      case .askInEffect: return .run { send in await send(.answer(mailer.address())) }
      case .answer(let address): state.address = address
      }
      return .none
    }
  }
}

@MainActor @Suite struct TestStoreDependencyTests {
  @Test func `Dependencies are set when the store is made`() async {
    let store = TestStore(initialState: Contact.State()) {
      Contact()
    } withDependencies: {
      $0.mailer.address = { "test" }
    }
    await store.send(.ask) { $0.address = "test" }
  }

  @Test func `Dependencies are taken from the scope that makes the store`() async {
    let store = withDependencies {
      $0.mailer.address = { "scope" }
    } operation: {
      TestStore(initialState: Contact.State()) { Contact() }
    }
    await store.send(.askInEffect)
    await store.receive(.answer("scope")) { $0.address = "scope" }
  }

  @Test func `Dependencies are changed during the test`() async {
    let store = TestStore(initialState: Contact.State()) {
      Contact()
    } withDependencies: {
      $0.mailer.address = { "first" }
    }
    await store.send(.ask) { $0.address = "first" }
    store.dependencies.mailer.address = { "second" }
    await store.send(.askInEffect)
    await store.receive(\.answer) { $0.address = "second" }
  }

  @Test func `Dependencies are changed for a part of the test`() async {
    let store = TestStore(initialState: Contact.State()) {
      Contact()
    } withDependencies: {
      $0.mailer.address = { "outside" }
    }
    await store.withDependencies {
      $0.mailer.address = { "inside" }
    } operation: {
      await store.send(.ask) { $0.address = "inside" }
    }
    await store.send(.ask) { $0.address = "outside" }
  }

  @Test func `A live dependency that's used fails the test`() async {
    let store = TestStore(initialState: Contact.State()) { Contact() }
    let messages = await issues {
      await store.send(.ask) { $0.address = "live" }
    }
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains("@Dependency(\\.mailer) has no test value, but a test used it.")
        == true, "\(messages)")
  }

  @Test func `Dependencies don't reach the effects of another store`() async {
    let first = TestStore(initialState: Contact.State()) {
      Contact()
    } withDependencies: {
      $0.mailer.address = { "first" }
    }
    let second = TestStore(initialState: Contact.State()) {
      Contact()
    } withDependencies: {
      $0.mailer.address = { "second" }
    }
    await first.send(.askInEffect)
    await second.send(.askInEffect)
    await first.receive(.answer("first")) { $0.address = "first" }
    await second.receive(.answer("second")) { $0.address = "second" }
  }
}
