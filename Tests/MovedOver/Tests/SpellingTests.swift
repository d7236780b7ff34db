import Cairn
import CairnTesting
import Foundation
import FoundationNetworking
import Testing

@testable import MovedOver

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SpellingTests {
  @Test
  func `A reducer can have a plain value as state`() async {
    let store = TestStore(initialState: 0) { Odometer() }
    await store.send(true) { $0 = 1 }
    await store.send(false) { $0 = 0 }
  }

  @Test
  func `A child's actions can be the parent's`() async {
    let store = TestStore(initialState: .init(sometimes: .init(count: 10))) { Wrapper() }
    await store.send(.up) {
      $0.always.count = 1
      $0.sometimes?.count = 11
    }
  }

  @Test
  func `A case can have no reducer`() async {
    let store = TestStore(initialState: .counting(.init())) { Mode() }
    await store.send(.counting(.up)) { $0 = .counting(.init(count: 1)) }
    await store.send(.switchOff) { $0 = .off }
  }

  @Test
  func `Reducers can be built without naming their types`() async {
    let store = TestStore(initialState: .init()) { Chosen(children: [Tally(), Tally(), Tally()]) }
    await store.send(.down) { $0.count = -3 }
  }

  @Test
  func `Enums can be nested`() async {
    let store = TestStore(
      initialState: House.State(room: .kitchen(.oven(.init())))
    ) {
      House()
    }
    await store.send(\.room.kitchen.oven.up) {
      $0.room = .kitchen(.oven(.init(count: 1)))
    }
    await store.send(.room(.dismiss)) { $0.room = nil }
  }

  @Test
  func `A stack can have one kind of screen`() async {
    let store = TestStore(initialState: Drill.State(path: StackState([.init()]))) { Drill() }
    await store.send(\.path[id: 0].up) { $0.path[id: 0]?.count = 1 }
    await store.send(.path(.push(id: 1, state: .init(count: 5)))) {
      $0.path[id: 1] = Tally.State(count: 5)
    }
    await store.send(.path(.popFrom(id: 0))) { $0.path = StackState() }
  }

  @Test
  func `A case can use the parent's actions`() async {
    let store = TestStore(initialState: .on(.init())) { Switch() }
    await store.send(.up) { $0 = .on(.init(count: 1)) }
  }

  @Test
  func `Nested enums can be declared in any order`() async {
    let store = TestStore(initialState: .garage(.car(.init()))) { Estate() }
    await store.send(.garage(.car(.up))) { $0 = .garage(.car(.init(count: 1))) }
    func takes(_ reducer: any ReducerOf<Estate>) -> Bool { reducer is Estate }
    #expect(takes(Estate()))
  }

  @Test
  func `Cases have bindings`() {
    var status = Status.inStock(1)
    let binding = Binding(get: { status }, set: { status = $0 })
    let count: Binding<Int>? = binding[case: \.inStock]
    count?.wrappedValue = 7
    #expect(status == .inStock(7))
    #expect(binding[case: \.onBackOrder]?.wrappedValue == nil)
  }

  @Test
  func `Shared optionals can have defaults`() {
    let options = Options()
    #expect(options.withDefault == 3)
    #expect(options.withNil == nil)
    #expect(options.without == nil)
  }

  @Test
  func `A request that a test doesn't set fails`() async {
    @Dependency(\.urlSession) var urlSession
    let url = URL(string: "http://localhost:1")!
    await withKnownIssue {
      await #expect(throws: (any Error).self) { _ = try await urlSession.data(from: url) }
    } matching: {
      $0.comments.description.contains("urlSession")
    }
  }

  @Test
  func `An enum can have its own body`() async {
    let store = TestStore(
      initialState: House.State(room: .attic(.box(.init(count: 5))))
    ) {
      House()
    }
    await store.send(\.room.attic.box.up) { $0.room = .attic(.box(.init(count: 6))) }
    await store.send(\.room.attic.sweep) { $0.room = .attic(.box(.init())) }
  }

  @Test
  func `An enum is a feature`() async {
    let store: TestStoreOf<House.Kitchen> = TestStore(initialState: .table(.init())) {
      House.Kitchen.body
    }
    await store.send(\.table.up) { $0 = .table(.init(count: 1)) }
    let live: StoreOf<House.Room> = Store(initialState: .cellar(.init())) { House.Room() }
    live.send(.cellar(.up))
    #expect(live.state == .cellar(.init(count: 1)))
    switch live.case {
    case .cellar(let shelf): #expect(shelf.count == 1)
    default: Issue.record("Expected the cellar.")
    }
  }

  @Test
  func `Bindings are sent as actions`() async {
    let store = TestStore(initialState: .init()) { Preferences() }
    await store.send(.set(\.isLoud, true)) { $0.isLoud = true }
    await store.send(.binding(.set(\.isLoud, false))) { $0.isLoud = false }
    await store.send(.louder)
    await store.receive(\.binding.isLoud, true) { $0.isLoud = true }

    let plain = TestStore(initialState: .init()) { Handwritten() }
    await plain.send(.binding(.set(\.text, "Blob"))) { $0.text = "Blob" }
    await plain.send(.clear) { $0.text = "" }
  }

  @Test
  func `Plain optionals can hold dialogs`() async {
    let store = TestStore(initialState: .init()) { Plain() }
    await store.send(.ask) {
      $0.confirmation = ConfirmationDialogState {
        TextState("Sure?")
      } actions: {
        ButtonState(action: .send(.yes)) { TextState("Yes") }
      }
    }
    await store.send(.confirmation(.yes)) { $0.confirmation = nil }
  }

  @Test
  func `Effects send results and change shared values`() async {
    let store = TestStore(initialState: .init()) {
      Facts()
    } withDependencies: {
      $0[FactClient.self].fetch = { "\($0) is even" }
    }
    await store.send(.ask(2)) { $0.isLoading = true }
    await store.receive(\.response.success, "2 is even") {
      $0.isLoading = false
      $0.last = "2 is even"
      $0.$facts.withLock { $0 = ["2 is even"] }
    }
    await store.send(.askOnMain)
    await store.receive(\.response.success) {
      $0.last = "main"
      $0.$facts.withLock { $0.append("main") }
    }
    await store.send(.askByName)
    await store.receive(\.response.success, "Ask") {
      $0.last = "Ask"
      $0.$facts.withLock { $0.append("Ask") }
    }
    await store.send(.track)
    store.assert { $0.$facts.withLock { $0.append("tracked") } }
  }

  @Test
  func `An ID cancels tasks`() async {
    let store = TestStore(initialState: .init()) {
      Facts()
    } withDependencies: {
      $0[FactClient.self].fetch = { _ in try await Task.never() }
    }
    await store.send(.ask(1)) { $0.isLoading = true }
    await store.send(.cancel) { $0.isLoading = false }
  }

  @Test
  func `Case paths are values`() throws {
    let paths: [CaseKeyPath<Status, Int>] = [\.inStock, \.onBackOrder]
    let status = Status.inStock(3)
    #expect(paths.compactMap { status[case: $0] } == [3])
    #expect(paths.map { status.is($0) } == [true, false])
    let back: CaseKeyPath<Status, Int> = \.onBackOrder
    #expect(back(7) == .onBackOrder(7))
    let path: AnyCasePath<Status, Int> = Status.allCasePaths.inStock
    #expect(path.embed(1) == .inStock(1))
    #expect(path.extract(from: .soldOut) == nil)
    var changed = status
    changed.modify(\.inStock) { $0 += 1 }
    #expect(changed == .inStock(4))
    #expect(status.is(\.inStock))
    switch status {
    case \.soldOut: Issue.record("Expected the case 'inStock'.")
    case \.inStock: break
    default: Issue.record("Expected the case 'inStock'.")
    }
    #expect((\Status.Cases.onBackOrder)(2) == .onBackOrder(2))
    var optional: Status? = status
    optional.modify(\.inStock) { $0 = 9 }
    #expect(optional.is(\.inStock))
    #expect(optional == .inStock(9))
  }

  @Test
  func `Shared values are iterated, loaded, and saved`() async throws {
    @Shared(.inMemory("numbers")) var numbers = [1, 2]
    for number in Array($numbers) { number.withLock { $0 *= 10 } }
    #expect(numbers == [10, 20])
    try await $numbers.load()
    try await $numbers.save()
    #expect(numbers == [10, 20])
    let same = try await Shared<[Int]>(require: .inMemory("numbers"))
    #expect(same.wrappedValue == [10, 20])
    await #expect(throws: SharedValueMissing.self) {
      _ = try await Shared<Int>(require: .inMemory("missing"))
    }
    @Shared(.lastTitle) var title: String?
    #expect(title == nil)
    $title.withLock { $0 = "Blob" }
    @Shared(.lastTitle) var again = "Default"
    #expect(again == "Blob")
  }

  @Test
  func `Destinations have stores`() throws {
    @Bindable var store = Store(initialState: House.State(room: .bath(.init(count: 1)))) { House() }
    let bath = $store.scope(\.$room, action: \.room).bath
    #expect(bath.wrappedValue?.count == 1)
    #expect($store.scope(state: \.$room, action: \.room).kitchen.wrappedValue == nil)
    bath.wrappedValue?.send(.up)
    #expect(store.room == .bath(.init(count: 2)))
    $store.scope(\.$room, action: \.room).attic.wrappedValue = nil
    #expect(store.room == .bath(.init(count: 2)))
    bath.wrappedValue = nil
    #expect(store.room == nil)
  }

  @Test
  func `Dialogs can be mapped to other actions`() {
    let alert = AlertState<Bool> {
      TextState("Sure?")
    } actions: {
      ButtonState(action: true) { TextState("Yes") }
      ButtonState(role: .cancel) { TextState("No") }
    }
    #expect(alert.map { $0.map { $0 ? 1 : 0 } }.buttons.map(\.action) == [1, nil])
    #expect(alert.map { $0 }.title == alert.title)
  }

  @Test
  func `The framework's import provides collections and tasks`() async throws {
    var items: IdentifiedArrayOf<Meeting> = [Meeting(id: UUID(0))]
    items += [Meeting(id: UUID(1)), Meeting(id: UUID(0))]
    #expect(items.ids == [UUID(0), UUID(1)])
    var letters = ["a", "b", "c", "d"]
    letters.move(fromOffsets: IndexSet([0, 2]), toOffset: 4)
    #expect(letters == ["b", "d", "a", "c"])
    letters.remove(atOffsets: IndexSet([0, 3]))
    #expect(letters == ["d", "a"])
    let ids: Set<AnyHashableSendable> = [AnyHashableSendable(1), AnyHashableSendable("a")]
    #expect(ids.contains(AnyHashableSendable("a")))
    let words = ["a", "b"].map { Identified($0, id: \.self) }
    #expect(words.map(\.id) == ["a", "b"])
    let count = LockIsolated(0)
    let task = Task { count.withValue { $0 += 1 } }
    await Task.megaYield()
    await task.cancellableValue
    #expect(count.value == 1)
    let stream = AsyncStream { continuation in
      continuation.yield(1)
      continuation.finish()
    }
    .eraseToStream()
    var elements: [Int] = []
    for await element in stream { elements.append(element) }
    #expect(elements == [1])
    let tasks: Set<StoreTask> = [Store(initialState: Tally.State()) { Tally() }.send(.up)]
    #expect(tasks.count == 1)
    let effect: any Sendable = Effect<Tally.Action>.send(.up)
    #expect(effect is Effect<Tally.Action>)
  }

  @Test(.dependency(\.continuousClock, .immediate), .dependencies { $0.uuid = .incrementing })
  func `Test traits set dependencies`() async throws {
    @Dependency(\.continuousClock) var clock
    @Dependency(\.uuid) var uuid
    try await clock.sleep(for: .seconds(86_400))
    #expect(uuid() == UUID(0))
  }

  @Test
  func `Dependencies are set and reported in tests`() async {
    await withKnownIssue {
      @Dependency(\.openURL) var openURL
      #expect(await openURL(URL(string: "https://example.org")!) == false)
    }
    withKnownIssue {
      @Dependency(\.assert) var assert
      assert(false, "wrong")
    }
    await withDependencies {
      $0.openURL = OpenURLEffect { $0.host == "example.org" }
    } operation: {
      @Dependency(\.openURL) var openURL
      #expect(await openURL(URL(string: "https://example.org/a")!))
    }
  }
}
