import CairnApplications
import CairnDependencies
import CairnFeatures
import Testing

@testable import CairnServer

@Suite struct SceneHistoryTests {
  private func history(_ checkpoints: [(revision: UInt64, turn: UInt64, isByEffect: Bool)])
    -> SceneHistory
  {
    checkpoints.reduce(into: SceneHistory()) { history, checkpoint in
      history.note(
        SceneHistory.Checkpoint(
          revision: checkpoint.revision, turn: checkpoint.turn, isByEffect: checkpoint.isByEffect,
          state: RememberedState(checkpoint.revision), interruptions: []))
    }
  }

  @Test func `One submission is one checkpoint`() {
    let history = history([(0, 0, false), (1, 1, false), (2, 1, false), (3, 2, false)])
    #expect(history.checkpoints.map(\.revision) == [0, 2, 3])
    #expect(history.checkpoint(at: 1)?.revision == 0)
    #expect(history.checkpoints(after: 1).map(\.revision) == [2, 3])
  }

  @Test func `Changes by effects between two submissions are one checkpoint`() {
    let history = history([(1, 1, false), (2, 1, true), (3, 1, true), (4, 2, false), (5, 2, true)])
    #expect(history.checkpoints.map(\.revision) == [1, 3, 4, 5])
    #expect(history.checkpoints.map(\.isByEffect) == [false, true, false, true])
  }

  @Test func `Messages about running effects change at the latest revision only`() {
    var history = history([(1, 1, false), (2, 2, false)])
    history.setInterruptions(["a"], at: 2)
    history.setInterruptions(["b"], at: 3)
    #expect(history.checkpoints.map(\.interruptions) == [[], ["a"]])
  }

  @Test func `Actions about running effects change at the latest revision only`() {
    let actions = [EffectResumption(key: .init("k"), starts: 1, beginning: nil, report: nil)]
    var history = history([(1, 1, false), (2, 2, false)])
    history.setInterruptions([], actions, at: 2)
    history.setInterruptions([], [], at: 3)
    #expect(history.checkpoints.map(\.resumptions) == [[], actions])
  }

  @Test func `The oldest checkpoints are removed`() {
    let count = UInt64(SceneHistory.limit) + 2
    let history = history((0..<count).map { ($0, $0, false) })
    #expect(history.checkpoints.count == SceneHistory.limit)
    #expect(history.checkpoint(at: 1) == nil)
    #expect(history.checkpoint(at: count)?.revision == count - 1)
    #expect(history.checkpoints(after: count).isEmpty)
  }
}
