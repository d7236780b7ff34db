import CairnApplications
import Testing

@testable import CairnServer

@Suite struct SceneHistoryTests {
  private func history(_ moments: [(revision: UInt64, turn: UInt64, isByEffect: Bool)])
    -> SceneHistory
  {
    moments.reduce(into: SceneHistory()) { history, moment in
      history.note(
        SceneHistory.Moment(
          revision: moment.revision, turn: moment.turn, isByEffect: moment.isByEffect,
          state: RememberedState(moment.revision), interruptions: []))
    }
  }

  @Test func `One submission is one moment`() {
    let history = history([(0, 0, false), (1, 1, false), (2, 1, false), (3, 2, false)])
    #expect(history.moments.map(\.revision) == [0, 2, 3])
    #expect(history.moment(at: 1)?.revision == 0)
    #expect(history.moments(after: 1).map(\.revision) == [2, 3])
  }

  @Test func `Changes by effects between two submissions are one moment`() {
    let history = history([(1, 1, false), (2, 1, true), (3, 1, true), (4, 2, false), (5, 2, true)])
    #expect(history.moments.map(\.revision) == [1, 3, 4, 5])
    #expect(history.moments.map(\.isByEffect) == [false, true, false, true])
  }

  @Test func `The oldest moments are removed`() {
    let count = UInt64(SceneHistory.limit) + 2
    let history = history((0..<count).map { ($0, $0, false) })
    #expect(history.moments.count == SceneHistory.limit)
    #expect(history.moment(at: 1) == nil)
    #expect(history.moment(at: count)?.revision == count - 1)
    #expect(history.moments(after: count).isEmpty)
  }
}
