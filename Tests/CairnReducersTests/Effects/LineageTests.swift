import Cairn
import Testing

/// Tests what the task of a scoped store cancels if a child and its parent start effects for one action.
@MainActor @Suite(.timeLimit(.minutes(30))) struct LineageTests {
  private let gate: Gate
  // The suite keeps the store, because releasing it would cancel its effects.
  private let store: StoreOf<Family>

  init() {
    let gate = Gate()
    self.gate = gate
    store = Store(
      initialState: Family.State(
        kid: Kid.State(id: 1, toy: Toy.State()), stack: stack(of: Kid.State(id: 2)),
        elements: [Kid.State(id: 3)], optional: Kid.State(id: 4),
        destination: .kid(Kid.State(id: 5)), path: stack(of: .kid(Kid.State(id: 6))),
        part: Kid.State(id: 7), partByHand: Kid.State(id: 8), byCase: .kid(Kid.State(id: 9)),
        byScope: .kid(Kid.State(id: 10)))
    ) { Family(gate: gate) }
  }

  /// The ways to get the store of a child.
  enum Way: CaseIterable {
    case presentation, stack, element, optional, destination, caseOfDestination, caseOfElement
    case part, partByHand, caseOfState, scopedCaseOfState
  }

  private func kid(_ way: Way) throws -> StoreOf<Kid> {
    switch way {
    case .presentation: return try #require(store.scope(state: \.kid, action: \.kid.presented))
    case .stack: return try #require(store.scope(state: \.stack[id: 0], action: \.stack[id: 0]))
    case .element: return try #require(store.scope(state: \.elements, action: \.elements).first)
    case .optional: return try #require(store.scope(state: \.optional, action: \.optional))
    case .destination:
      return try #require(store.scope(state: \.destination?.kid, action: \.destination.kid))
    case .caseOfDestination:
      let destination = try #require(
        store.scope(state: \.destination, action: \.destination.presented))
      switch destination.case {
      case .kid(let store): return store
      }
    case .caseOfElement:
      let element = try #require(store.scope(state: \.path[id: 0], action: \.path[id: 0]))
      switch element.case {
      case .kid(let store): return store
      }
    case .part: return store.scope(state: \.part, action: \.part)
    case .partByHand: return store.scope(state: \.partByHand, action: \.partByHand)
    case .caseOfState:
      return try #require(
        store.scope(state: \.byCase, action: \.byCase).scope(state: \.kid, action: \.kid))
    case .scopedCaseOfState:
      return try #require(store.scope(state: \.byScope.kid, action: \.byScope.kid))
    }
  }

  @Test(arguments: Way.allCases)
  func `Canceling the task of a child's store cancels only its effects`(_ way: Way) async throws {
    let task = try kid(way).send(.run)
    #expect(await gate.next(2) == ["kid began", "parent began"])
    task.cancel()
    #expect(task.isCancelled)
    gate.open()
    #expect(await gate.next(2) == ["kid canceled", "parent ended"])
    await task.finish()
    #expect(task.isFinished)
  }

  @Test(arguments: Way.allCases)
  func `Canceling the task of a child without effects cancels nothing`(_ way: Way) async throws {
    let task = try kid(way).send(.parentOnly)
    #expect(await gate.next(1) == ["parent began"])
    task.cancel()
    gate.open()
    #expect(await gate.next(1) == ["parent ended"])
    await task.finish()
  }

  @Test(arguments: Way.allCases)
  func `Canceling the task of the root store cancels all effects`(_ way: Way) async throws {
    let action: Family.Action =
      switch way {
      case .presentation: .kid(.presented(.run))
      case .stack: .stack(.element(id: 0, action: .run))
      case .element: .elements(.element(id: 3, action: .run))
      case .optional: .optional(.run)
      case .destination, .caseOfDestination: .destination(.presented(.kid(.run)))
      case .caseOfElement: .path(.element(id: 0, action: .kid(.run)))
      case .part: .part(.run)
      case .partByHand: .partByHand(.run)
      case .caseOfState: .byCase(.kid(.run))
      case .scopedCaseOfState: .byScope(.kid(.run))
      }
    let task = store.send(action)
    #expect(await gate.next(2) == ["kid began", "parent began"])
    task.cancel()
    #expect(await gate.next(2) == ["kid canceled", "parent canceled"])
    await task.finish()
  }

  @Test func `Canceling a grandchild's task leaves the child's effects running`() async throws {
    let direct = try #require(store.scope(state: \.kid?.toy, action: \.kid.toy.presented))
    let bySteps = try #require(
      kid(.presentation).scope(state: \.toy, action: \.toy.presented))
    for toy in [direct, bySteps] {
      let task = toy.send(.run)
      #expect(await gate.next(3) == ["toy began", "kid began", "parent began"])
      task.cancel()
      gate.open()
      #expect(await gate.next(3) == ["toy canceled", "kid ended", "parent ended"])
      await task.finish()
    }
  }

  @Test func `Effects that follow from a child's effects are canceled with them`() async throws {
    let task = try kid(.presentation).send(.follow)
    #expect(await gate.next(2) == ["kid began", "parent began"])
    task.cancel()
    gate.open()
    #expect(await gate.next(2) == ["kid canceled", "parent ended"])
    await task.finish()
  }

  @Test func `Effects that follow from the parent's effects aren't canceled`() async throws {
    let task = try kid(.presentation).send(.askParent)
    #expect(await gate.next(3) == ["own began", "kid began", "parent began"])
    task.cancel()
    gate.open()
    #expect(await gate.next(3) == ["own ended", "kid ended", "parent ended"])
    await task.finish()
  }

  @Test func `A child's effect doesn't begin after its task was canceled`() async throws {
    let task = try kid(.presentation).send(.late)
    #expect(await gate.next(1) == ["late began"])
    task.cancel()
    gate.open()
    #expect(await gate.next(1) == ["late ended"])
    await task.finish()
    gate.record("nothing more")
    #expect(await gate.next(1) == ["nothing more"])
  }

  @Test
  func `Canceling the wait for a child's task leaves the parent's effects running`() async throws {
    let task = try kid(.presentation).send(.run)
    #expect(await gate.next(2) == ["kid began", "parent began"])
    let waiting = Task { await task.finish() }
    waiting.cancel()
    #expect(await gate.next(1) == ["kid canceled"])
    gate.open()
    #expect(await gate.next(1) == ["parent ended"])
    await waiting.value
  }
}

/// A stack of one element with the ID 0.
private func stack<Element>(of element: Element) -> StackState<Element> {
  var stack = StackState<Element>()
  stack[id: 0] = element
  return stack
}
