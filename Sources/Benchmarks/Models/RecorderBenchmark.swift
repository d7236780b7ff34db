import Cairn
import CairnFeatures
import CairnModels
import Foundation

/// A benchmark of a recorder's cost, which should be zero for a store without a recorder.
///
/// It compares stores that could be recorded with stores that are recorded.
@MainActor
struct RecorderBenchmark {
  let rounds: Int

  func run() {
    print("The recorder, in nanoseconds, as the median of \(rounds) rounds.")
    compare("an action", makeDesk(isRecorded: false), makeDesk(isRecorded: true))
    compare("a write three levels deep", makeTower(isRecorded: false), makeTower(isRecorded: true))
    print("")
  }

  private func makeDesk(isRecorded: Bool) -> () -> Void {
    let store = Cairn.Store(initialState: Lamp.State()) { Lamp() }
    let recorder = isRecorded ? StateRecorder(store, history: .tail()) : nil
    return {
      store.send(.switched)
      withExtendedLifetime(recorder) {}
    }
  }

  private func makeTower(isRecorded: Bool) -> () -> Void {
    let store = CairnModels.Store<Tower>(initialState: .init())
    let recorder = isRecorded ? StateRecorder(store, history: .tail()) : nil
    let room = store.model.$storey.$room
    return {
      room.enter()
      withExtendedLifetime((store, recorder)) {}
    }
  }

  private func compare(_ name: String, _ plain: () -> Void, _ recorded: () -> Void) {
    let count = 20_000
    var (off, on) = ([Double](), [Double]())
    for _ in 0...rounds {
      off.append(time(count, plain))
      on.append(time(count, recorded))
    }
    line("\(name), not recorded", off.sorted()[off.count / 2])
    line("\(name), recorded", on.sorted()[on.count / 2])
  }

  private func time(_ count: Int, _ body: () -> Void) -> Double {
    let start = ContinuousClock.now
    for _ in 0..<count { body() }
    return (ContinuousClock.now - start) / .nanoseconds(1) / Double(count)
  }

  private func line(_ name: String, _ nanoseconds: Double) {
    print("  " + Column.left(name, 60) + Column.right(Column.number(nanoseconds, 0)))
  }
}

@Reducer
private struct Lamp {
  struct State: Equatable {
    var isOn = false
    var switches = 0
  }

  enum Action {
    case switched
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.isOn.toggle()
      state.switches += 1
      return .none
    }
  }
}
