import Cairn
import Synchronization

/// A gate that makes effects wait until it opens or they're canceled.
final class Gate: Sendable {
  private let events = Events()
  private let waiting = Mutex<[AsyncStream<Void>.Continuation]>([])

  func pass(_ name: String) async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    waiting.withLock { $0.append(continuation) }
    events.record("\(name) began")
    for await _ in stream {}
    events.record("\(name) \(Task.isCancelled ? "canceled" : "ended")")
  }

  func open() {
    let waiting = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for continuation in waiting { continuation.finish() }
  }

  func record(_ event: String) {
    events.record(event)
  }

  @MainActor
  func next(_ count: Int) async -> Set<String> {
    var result: Set<String> = []
    for _ in 0..<count {
      if let event = await events.next() { result.insert(event) }
    }
    return result
  }
}

@Reducer
struct Toy {
  struct State: Equatable {}
  enum Action: Equatable { case run }
  let gate: Gate

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .run { _ in await gate.pass("toy") } }
  }
}

@Reducer
struct Kid {
  struct State: Equatable, Identifiable {
    var id: Int
    @Presents var toy: Toy.State?
  }
  enum Action: Equatable {
    case run, follow, askParent, parentOnly, late
    case toy(PresentationAction<Toy.Action>)
  }
  @Dependency(\.gate) var gate

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .run, .toy: .run { _ in await gate.pass("kid") }
      case .follow: .run { send in await send(.run) }
      case .askParent, .parentOnly: .none
      case .late:
        .run { send in
          // This task doesn't see the cancellation of its effect.
          await Task {
            await gate.pass("late")
            await send(.run)
          }.value
        }
      }
    }
    .ifLet(\.$toy, action: \.toy) { Toy(gate: gate) }
  }
}

/// A feature whose state is an enum.
@Reducer
struct Mode {
  @CasePathable
  enum State: Equatable { case kid(Kid.State) }
  enum Action: Equatable { case kid(Kid.Action) }
  let usesScope: Bool
  let gate: Gate

  var body: some ReducerOf<Self> {
    if usesScope {
      Scope(state: \.kid, action: \.kid) { Kid() }
      reaction
    } else {
      reaction.ifCaseLet(\.kid, action: \.kid) { Kid() }
    }
  }

  private var reaction: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .kid(.run), .kid(.parentOnly): .run { _ in await gate.pass("parent") }
      case .kid: .none
      }
    }
  }
}

@Reducer
struct Family {
  @Reducer(state: .equatable, action: .equatable)
  enum Destination {
    case kid(Kid)
  }
  struct State: Equatable {
    @Presents var kid: Kid.State?
    var stack = StackState<Kid.State>()
    var elements: IdentifiedArrayOf<Kid.State> = []
    var optional: Kid.State?
    @Presents var destination: Destination.State?
    var path = StackState<Destination.State>()
    var part: Kid.State
    var partByHand: Kid.State
    var byCase: Mode.State
    var byScope: Mode.State
  }
  enum Action: Equatable {
    case own
    case kid(PresentationAction<Kid.Action>)
    case stack(StackAction<Kid.State, Kid.Action>)
    case elements(IdentifiedAction<Int, Kid.Action>)
    case optional(Kid.Action)
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Destination>)
    case part(Kid.Action)
    case partByHand(Kid.Action)
    case byCase(Mode.Action)
    case byScope(Mode.Action)
  }
  let gate: Gate

  var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(state: \.part, action: \.part) { Kid() }
      Scope(state: \.byCase, action: \.byCase) { Mode(usesScope: false, gate: gate) }
      Scope(state: \.byScope, action: \.byScope) { Mode(usesScope: true, gate: gate) }
      Reduce { state, action in
        switch action {
        case .own: .run { _ in await gate.pass("own") }
        case .partByHand(let action):
          .merge(
            Kid().reduce(into: &state.partByHand, action: action).map { .partByHand($0) },
            react(to: action))
        case .kid(.presented(let action)), .stack(.element(_, let action)),
          .elements(.element(_, let action)), .optional(let action),
          .destination(.presented(.kid(let action))), .path(.element(_, .kid(let action))),
          .part(let action):
          react(to: action)
        case .kid, .stack, .destination, .path, .byCase, .byScope: .none
        }
      }
    }
    .ifLet(\.$kid, action: \.kid) { Kid() }
    .forEach(\.stack, action: \.stack) { Kid() }
    .forEach(\.elements, action: \.elements) { Kid() }
    .ifLet(\.optional, action: \.optional) { Kid() }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
    .dependency(\.gate, gate)
  }

  private func react(to action: Kid.Action) -> Effect<Action> {
    switch action {
    case .run, .toy: .run { _ in await gate.pass("parent") }
    case .parentOnly:
      Effect<Int>.run { _ in await gate.pass("parent") }.map { _ in .own }
    case .follow, .late: .none
    case .askParent: .merge(.send(.own), .run { send in await send(.kid(.presented(.run))) })
    }
  }
}

extension DependencyValues {
  fileprivate var gate: Gate {
    get { self[GateKey.self] }
    set { self[GateKey.self] = newValue }
  }
}

private enum GateKey: DependencyKey {
  static let liveValue = Gate()
  static let testValue = Gate()
}
