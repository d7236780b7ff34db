import Cairn
import CairnTesting
import Foundation
import Testing

/// The examples of the article on shared state.
@MainActor
struct SharedArticleTests {
  struct Friend: Equatable, Identifiable, Sendable {
    let id: Int
    var name: String
  }

  struct Address: Equatable, Sendable {
    var city: String
  }

  struct Profile: Equatable, Sendable {
    var name = "Blob"
    var address: Address?
    var friends: IdentifiedArrayOf<Friend> = [Friend(id: 7, name: "Ann")]
  }

  @Test func `A child changes the value its parent shared with it`() async {
    let store = TestStore(initialState: Cart.State(items: Shared(value: ["Piano"]))) { Cart() }
    await store.send(.checkoutButtonTapped) { $0.checkout = Checkout.State(items: $0.$items) }
    await store.send(\.checkout.clearButtonTapped) { $0.$items.withLock { $0 = [] } }
    #expect(store.state.items == [])
  }

  @Test func `Parts of a value can be shared`() {
    @Shared(value: Profile()) var profile
    let name = $profile.name
    let address = Shared($profile.address)
    let friend = Shared($profile.friends[id: 7])
    let friends = $profile.friends.elements()
    let reader = SharedReader($profile.name)
    #expect(address == nil)
    name.withLock { $0 = "Blob Jr" }
    friend?.name.withLock { $0 = "Ben" }
    #expect(friends.map(\.wrappedValue.name) == ["Ben"])
    #expect(reader.wrappedValue == "Blob Jr")
  }

  @Test func `A key is declared once`() throws {
    struct State { @Shared(.settings) var settings }
    let state = State()
    #expect(state.settings == Settings())
    state.$settings.name.withLock { $0 = "Ann" }
    @Dependency(\.defaultFileStorage) var files
    let data = try files.load(from: URL(filePath: "/var/lib/shop/settings.json"))
    #expect(String(decoding: data ?? Data(), as: UTF8.self).contains("Ann"))
  }

  @Test func `An effect captures the shared value`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Ticking.State(count: Shared(value: 0))) {
      Ticking()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let task = await store.send(.started)
    var values = store.state.$count.values.makeAsyncIterator()
    #expect(await values.next() == 0)
    await clock.advance(by: .seconds(1))
    #expect(await values.next() == 1)
    store.assert { $0.$count.withLock { $0 = 1 } }
    await task.cancel()
  }

  @Test func `A test can provide a file`() async throws {
    let url = URL(filePath: "/var/lib/shop/settings.json")
    let data = Data(#"{"name":"Ann"}"#.utf8)
    struct State: Equatable { @Shared(.settings) var settings }
    let store = TestStore(initialState: State()) {
      Reduce<State, Int> { _, _ in .none }
    } withDependencies: {
      $0.defaultFileStorage = InMemoryFileStorage([url: data])
    }
    #expect(store.state.settings.name == "Ann")
  }
}

private struct Settings: Codable, Equatable, Sendable {
  var name = "Blob"
}

extension SharedKey where Self == FileStorageKey<Settings>.Default {
  fileprivate static var settings: Self {
    Self[.fileStorage(URL(filePath: "/var/lib/shop/settings.json")), default: Settings()]
  }
}

@Reducer
private struct Cart {
  @ObservableState
  struct State: Equatable {
    @Shared var items: [String]
    @Presents var checkout: Checkout.State?
  }

  enum Action {
    case checkout(PresentationAction<Checkout.Action>)
    case checkoutButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .checkout:
        return .none
      case .checkoutButtonTapped:
        state.checkout = Checkout.State(items: state.$items)
        return .none
      }
    }
    .ifLet(\.$checkout, action: \.checkout) { Checkout() }
  }
}

@Reducer
private struct Checkout {
  @ObservableState
  struct State: Equatable {
    @Shared var items: [String]
  }

  enum Action { case clearButtonTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.$items.withLock { $0 = [] }
      return .none
    }
  }
}

@Reducer
private struct Ticking {
  @ObservableState
  struct State: Equatable {
    @Shared var count: Int
  }

  enum Action { case started }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        return .run { [clock, count = state.$count] _ in
          for await _ in clock.timer(interval: .seconds(1)) { count.withLock { $0 += 1 } }
        }
      }
    }
  }
}
