public import Cairn
import CairnTesting
import Foundation
import Testing

// The generated code must compile for public, nested, private, and generic declarations.

@Reducer
public struct EmptyFeature {}

@Reducer
public struct PublicFeature {
  @ObservableState
  public struct State: Equatable {
    @Presents public var destination: Destination.State?
    public var text = ""
    public init(destination: Destination.State? = nil) {
      self.destination = destination
    }
  }
  public enum Action {
    case destination(PresentationAction<Destination.Action>)
    case several(Int, name: String)
    case nothing
  }
  @Reducer(state: .codable, .equatable, .hashable, .sendable, action: .equatable, .hashable)
  public enum Destination {
    case empty(EmptyFeature)
  }
  public init() {}
  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination: .none
      case .several(let count, let name):
        .run { [name = name] _ in _ = (count, name) }
      case .nothing: .send(.several(1, name: "one"))
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
struct MethodFeature {
  struct State: Equatable { var count = 0 }
  enum Action { case increment }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

@Reducer
private struct PrivateFeature {
  struct State: Equatable { var count = 0 }
  enum Action { case increment }
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

/// A feature that needs an argument.
@Reducer
struct Configured {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case increment }
  let step: Int
  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += step
      return .none
    }
  }
}

@Reducer
struct GenericFeature<Value: Equatable & Sendable> {
  struct State: Equatable { var value: Value? }
  @CasePathable
  enum Action { case set(Value) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let value):
        state.value = value
        return .none
      }
    }
  }
}

enum Namespace {
  @Reducer
  struct Nested {
    @Reducer
    enum Path {
      case leaf(MethodFeature)
      case nested(MethodFeature)
      @ReducerCaseIgnored
      case link(URL)
      case pair(Int, label: String = "none")
      case configured(Configured = Configured(step: 5))
      case none
      case alert(AlertState<Alert>)
      case dialog(ConfirmationDialogState<Alert>)
      #if os(Linux)
        case linux(MethodFeature)
      #else
        case elsewhere(MethodFeature)
      #endif

      @CasePathable
      enum Alert: Equatable { case confirm }
    }
  }
}

extension Namespace.Nested.Path.State: Equatable {}
extension Namespace.Nested.Path.Action: Equatable {}
extension MethodFeature.Action: Equatable {}

@Reducer(state: .equatable)
private enum OneCase {
  case only(PrivateFeature)
}

@Reducer(state: .equatable)
enum WithConfiguredFeature {
  case counter(CounterFeature)
  case form(ItemFormFeature)
}

struct Profile: Equatable, Codable {
  @Presents var sheet: Sheet?
  @Presents var preset: Sheet? = Sheet(name: "preset")
  var name = "Blob"

  struct Sheet: Equatable, Codable, Hashable { var name: String }
}

@MainActor @Suite struct MacroTests {
  @Test func `A feature needs no state, actions, or body`() {
    let store = Store(initialState: EmptyFeature.State()) { EmptyFeature() }
    #expect(store.state == EmptyFeature.State())
  }

  @Test func `A feature may implement the reduce method`() async {
    let store = TestStore(initialState: MethodFeature.State()) { MethodFeature() }
    await store.send(.increment) { $0.count = 1 }
  }

  @Test func `A private feature works`() async {
    let store = TestStore(initialState: PrivateFeature.State()) { PrivateFeature() }
    await store.send(.increment) { $0.count = 1 }
    await store.send(\.increment) { $0.count = 2 }
    let one = OneCase.State.only(PrivateFeature.State())
    #expect(one.only == PrivateFeature.State())
  }

  @Test func `A generic feature works`() async {
    let store = TestStore(initialState: GenericFeature<Int>.State()) { GenericFeature<Int>() }
    await store.send(.set(3)) { $0.value = 3 }
  }

  @Test func `A public feature is Sendable`() {
    func isSendable(_: some Sendable) {}
    isSendable(PublicFeature())
  }

  @Test func `A case with several values has a case path`() {
    let action = PublicFeature.Action.several(2, name: "two")
    #expect(action.several?.0 == 2)
    #expect(action.several?.name == "two")
    #expect(action.nothing == nil)
    #expect(PublicFeature.Action.nothing.is(\.nothing))
  }

  @Test func `The macro adds the requested conformances`() throws {
    let state = PublicFeature.Destination.State.empty(EmptyFeature.State())
    let data = try JSONEncoder().encode(state)
    #expect(try JSONDecoder().decode(PublicFeature.Destination.State.self, from: data) == state)
    #expect(Set([state]).count == 1)
  }

  @Test func `Cases without a feature keep their values`() {
    typealias State = Namespace.Nested.Path.State
    let url = URL(string: "https://example.org")
    #expect(url.map(State.link)?.link == url)
    #expect(State.pair(1, label: "one").pair?.label == "one")
    #expect(State.none.is(\.none))
    #expect(State.linux(MethodFeature.State(count: 3)).linux?.count == 3)
    #expect(State.leaf(MethodFeature.State()).nested == nil)
  }

  @Test func `A default value in a case creates its feature`() async {
    let store = TestStore<Namespace.Nested.Path.State, Namespace.Nested.Path.Action>(
      initialState: .configured(Configured.State())
    ) { Namespace.Nested.Path.body }
    await store.send(.configured(.increment)) { $0 = .configured(Configured.State(count: 5)) }
    await store.send(\.configured.increment) { $0.configured?.count = 10 }
    #expect(Namespace.Nested.Path.State.pair(1).pair?.label == "none")
  }

  @Test func `Dialogs are ephemeral, and features aren't`() {
    typealias State = Namespace.Nested.Path.State
    #expect(State.alert(AlertState { TextState("Sure?") })._isEphemeral)
    #expect(State.dialog(ConfirmationDialogState { TextState("Sure?") })._isEphemeral)
    #expect(!State.leaf(MethodFeature.State())._isEphemeral)
    #expect(!State.none._isEphemeral)
  }

  @Test func `Identities differ by case and ID`() {
    typealias State = WithConfiguredFeature.State
    func identity(_ state: State) -> _CaseIdentity { state._caseIdentity }
    let headphones = State.form(ItemFormFeature.State(item: .headphones))
    let changed = State.form(
      ItemFormFeature.State(item: Item(id: Item.headphones.id, name: "Other")))
    let keyboard = State.form(ItemFormFeature.State(item: .keyboard))
    #expect(identity(headphones) == identity(changed))
    #expect(identity(headphones) != identity(keyboard))
    #expect(identity(headphones) != identity(.counter(CounterFeature.State())))
  }

  @Test func `Switching over a store finds the store of its case`() {
    let store = Store<Namespace.Nested.Path.State, Namespace.Nested.Path.Action>(
      initialState: .leaf(MethodFeature.State(count: 1))
    ) { Namespace.Nested.Path.body }
    guard case .leaf(let leaf) = store.case else {
      Issue.record("The store isn't in the case 'leaf'.")
      return
    }
    leaf.send(.increment)
    #expect(leaf.count == 2)
    #expect(store.state == .leaf(MethodFeature.State(count: 2)))

    let value = Store<Namespace.Nested.Path.State, Namespace.Nested.Path.Action>(
      initialState: .pair(1, label: "one")
    ) { Namespace.Nested.Path.body }
    guard case .pair(1, label: "one") = value.case else {
      Issue.record("The store isn't in the case 'pair'.")
      return
    }
  }

  // MARK: Presents

  @Test func `Presented properties have defaults and a memberwise initializer`() {
    #expect(Profile().sheet == nil)
    #expect(Profile().preset?.name == "preset")
    #expect(Profile(sheet: Profile.Sheet(name: "a")).sheet?.name == "a")
    #expect(Profile(sheet: nil, preset: nil, name: "x").preset == nil)
    #expect(Profile() == Profile())
    #expect(Profile() != Profile(sheet: Profile.Sheet(name: "a")))
  }

  @Test func `Presented properties have value semantics`() {
    let first = Profile(sheet: Profile.Sheet(name: "a"))
    var second = first
    second.sheet?.name = "b"
    #expect(first.sheet?.name == "a")
    #expect(second.sheet?.name == "b")
    second.sheet = nil
    #expect(first.sheet?.name == "a")
    var third = Profile(sheet: nil)
    third.sheet = Profile.Sheet(name: "c")
    #expect(third.$sheet.wrappedValue?.name == "c")
  }

  @Test(arguments: [nil, Profile.Sheet(name: "a")])
  func `Presented properties are Codable`(_ sheet: Profile.Sheet?) throws {
    let profile = Profile(sheet: sheet, preset: nil)
    let data = try JSONEncoder().encode(profile)
    #expect(try JSONDecoder().decode(Profile.self, from: data) == profile)
  }
}
