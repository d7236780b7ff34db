import Cairn
import Foundation
import Testing

/// A feature that can contain another feature of the same type.
private protocol Nesting: Reducer, Sendable where State: Equatable, Action: NestingAction {
  static var empty: State { get }
  static func state(around child: State) -> State
  static func action(around child: Action) -> Action
  static var dismissal: Action { get }
  static func child(of state: State) -> State?
  static func summary(of state: State) -> String
}

private protocol NestingAction {
  static func rename(_ name: String) -> Self
  static var run: Self { get }
}

/// A feature that presents itself.
@Reducer
private struct Folder {
  @ObservableState
  struct State: Equatable {
    @Presents var child: Folder.State?
    var name = ""
    var echoes = 0
  }
  indirect enum Action {
    case child(PresentationAction<Folder.Action>)
    case rename(String)
    case echo
    case run
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child: return .none
      case .rename(let name):
        state.name = name
        return .send(.echo)
      case .echo:
        state.echoes += 1
        return .none
      case .run: return .run { _ in try await Task.sleep(for: .seconds(86_400)) }
      }
    }
    .ifLet(\.$child, action: \.child) { Folder() }
  }
}

extension Folder.Action: NestingAction {}

extension Folder: Nesting {
  static var empty: State { State() }
  static func state(around child: State) -> State { State(child: child) }
  static func action(around child: Action) -> Action { .child(.presented(child)) }
  static var dismissal: Action { .child(.dismiss) }
  static func child(of state: State) -> State? { state.child }
  static func summary(of state: State) -> String { "\(state.name), \(state.echoes) echoes" }
}

/// A feature that presents itself as a case of an enum.
@Reducer
private struct Drawer {
  @Reducer(state: .equatable)
  enum Destination {
    case drawer(Drawer)
    case alert(AlertState<Never>)
  }
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var name = ""
  }
  indirect enum Action {
    case destination(PresentationAction<Destination.Action>)
    case rename(String)
    case run
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .rename(let name) = action { state.name = name }
      guard case .run = action else { return .none }
      return .run { _ in try await Task.sleep(for: .seconds(86_400)) }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Drawer.Action: NestingAction {}

extension Drawer: Nesting {
  static var empty: State { State() }
  static func state(around child: State) -> State { State(destination: .drawer(child)) }
  static func action(around child: Action) -> Action { .destination(.presented(.drawer(child))) }
  static var dismissal: Action { .destination(.dismiss) }
  static func child(of state: State) -> State? { state.destination?.drawer }
  static func summary(of state: State) -> String { state.name }
}

/// A feature that has a stack of itself.
@Reducer
private struct Shelf {
  @ObservableState
  struct State: Equatable {
    var path = StackState<Shelf.State>()
    var name = ""
  }
  indirect enum Action {
    case path(StackAction<Shelf.State, Shelf.Action>)
    case rename(String)
    case run
  }
  static let first: StackElementID = 0

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .rename(let name) = action { state.name = name }
      guard case .run = action else { return .none }
      return .run { _ in try await Task.sleep(for: .seconds(86_400)) }
    }
    .forEach(\.path, action: \.path) { Shelf() }
  }
}

extension Shelf.Action: NestingAction {}

extension Shelf: Nesting {
  static var empty: State { State() }
  static func state(around child: State) -> State {
    var path = StackState<State>()
    path[id: first] = child
    return State(path: path)
  }
  static func action(around child: Action) -> Action { .path(.element(id: first, action: child)) }
  static var dismissal: Action { .path(.popFrom(id: first)) }
  static func child(of state: State) -> State? { state.path.first }
  static func summary(of state: State) -> String { state.name }
}

@Suite struct DepthTests {
  @Test func `Two hundred nested features fit in a small stack`() async {
    #expect(await outcome(of: Folder()) == ["again, 2 echoes", "is unequal", "is dismissed"])
  }

  @Test func `Two hundred nested enum cases fit in a small stack`() async {
    #expect(await outcome(of: Drawer()) == ["again", "is unequal", "is dismissed"])
  }

  @Test func `Two hundred nested stacks fit in a small stack`() async {
    #expect(await outcome(of: Shelf()) == ["again", "is unequal", "is dismissed"])
  }

  /// Runs an action and an effect in the innermost feature of deeply nested ones, and then dismisses all of them.
  /// - Returns: The observed results.
  private func outcome<Feature: Nesting>(of feature: Feature, depth: Int = 200) async -> [String] {
    await onSmallStack {
      func state() -> Feature.State {
        (0..<depth).reduce(Feature.empty) { state, _ in Feature.state(around: state) }
      }
      func nested(_ action: Feature.Action, _ depth: Int) -> Feature.Action {
        (0..<depth).reduce(action) { action, _ in Feature.action(around: action) }
      }
      let store = Store(initialState: state()) { feature }
      store.send(nested(.rename("innermost"), depth))
      store.send(nested(.run, depth))
      store.send(nested(.rename("again"), depth))
      var innermost = store.state
      while let child = Feature.child(of: innermost) { innermost = child }
      let isUnequal = store.state != state()
      store.send(nested(Feature.dismissal, depth - 1))
      store.send(Feature.dismissal)
      return [
        Feature.summary(of: innermost), isUnequal ? "is unequal" : "is equal",
        Feature.child(of: store.state) == nil ? "is dismissed" : "is there",
      ]
    }
  }

  /// Runs a closure on a thread with a stack of 512 KB.
  private func onSmallStack(_ body: @escaping @Sendable () -> [String]) async -> [String] {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 * 1024
      thread.start()
    }
  }
}
