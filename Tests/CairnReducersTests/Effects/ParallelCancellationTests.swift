import Cairn
import CairnTesting
import Testing

/// Cancellation in live stores. Their effects run in parallel, while those of test stores take turns.
@Suite(.timeLimit(.minutes(30))) struct ParallelCancellationTests {
  @Test func `Exactly one of many tasks with cancelInFlight survives`() async {
    for _ in 0..<200 {
      let survivors = LockIsolated(0)
      let everyone = Meeting(of: 8)
      let store = Store(initialState: 0) {
        Reduce<Int, Bool> { _, _ in
          .merge(
            (0..<8).map { _ in
              .run { _ in
                await withTaskCancellation(id: "search", cancelInFlight: true) {
                  await everyone.arrive()
                  if !Task.isCancelled { survivors.withValue { $0 += 1 } }
                }
              }
            })
        }
      }
      await store.send(true).finish()
      #expect(survivors.value == 1)
    }
  }

  @Test func `A cancellation reaches a task that has just begun`() async {
    let missed = LockIsolated(0)
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { _, _ in
        .run { _ in
          let (began, canceled) = (Meeting(of: 2), Meeting(of: 2))
          async let work: Void = withTaskCancellation(id: "work") {
            await began.arrive()
            await canceled.arrive()
            if !Task.isCancelled { missed.withValue { $0 += 1 } }
          }
          await began.arrive()
          Task.cancel(id: "work")
          await canceled.arrive()
          await work
        }
      }
    }
    for _ in 0..<2000 { await store.send(true).finish() }
    #expect(missed.value == 0)
  }

  @Test func `An effect that cancels itself sends no further action`() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Bool> { count, begins in
        guard begins else {
          count += 1
          return .none
        }
        return .run { send in
          Task.cancel(id: "own")
          await send(false)
        }
        .cancellable(id: "own")
      }
    }
    for _ in 0..<500 { await store.send(true).finish() }
    #expect(store.withState { $0 } == 0)
  }

  @Test func `Actions of another effect don't arrive after its cancellation`() async {
    for _ in 0..<200 {
      let store = Store(initialState: Race.State()) { Race() }
      await store.send(.begin).finish()
      #expect(store.late == 0)
    }
  }

  @MainActor @Test func `A canceled effect sees its cancellation immediately`() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Bool> { _, begins in
        guard begins else { return .none }
        return .run { send in
          Task.cancel(id: "own")
          try Task.checkCancellation()
          await send(false)
        }
        .cancellable(id: "own")
      }
    }
    await store.send(true).finish()
  }
}

/// Makes tasks wait until all of them have arrived.
private actor Meeting {
  private let count: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(of count: Int) {
    self.count = count
  }

  func arrive() async {
    guard waiting.count + 1 < count else {
      for continuation in waiting { continuation.resume() }
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// An effect that sends actions until another effect cancels it.
@Reducer
private struct Race {
  @ObservableState
  struct State: Equatable {
    var isCanceled = false
    var late = 0
  }
  enum Action { case begin, tick, canceled }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .begin:
        let began = Meeting(of: 2)
        return .merge(
          .run { send in
            await began.arrive()
            while !Task.isCancelled { await send(.tick) }
          }
          .cancellable(id: "other"),
          .run { send in
            await began.arrive()
            Task.cancel(id: "other")
            await send(.canceled)
          })
      case .tick:
        if state.isCanceled { state.late += 1 }
        return .none
      case .canceled:
        state.isCanceled = true
        return .none
      }
    }
  }
}
