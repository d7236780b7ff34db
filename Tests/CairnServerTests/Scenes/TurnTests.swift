import CairnDependencies
import Testing

@testable import CairnServer

/// The submission that a scene is processing.
@Suite struct TurnTests {
  private func turn(nonce: UInt128 = 1) -> Turn {
    Turn(
      Submission(nonce: nonce, issued: 1, digest: SubmissionDigest(bits: nonce)), begunBefore: 0,
      valuesEpoch: nil)
  }

  /// Returns the keys of a turn's next actions.
  private func keys(_ count: Int, of turn: inout Turn) -> [IdempotencyKey] {
    (0..<count).map { _ in
      defer { turn.countAction() }
      return turn.actionKey
    }
  }

  @Test func `Each action has a key of its own`() {
    var turn = turn()
    let keys = keys(20, of: &turn)
    #expect(Set(keys).count == 20)
  }

  @Test func `A repetition has the same keys`() {
    var first = turn()
    var second = turn()
    let keys = keys(5, of: &first)
    #expect(self.keys(5, of: &second) == keys)
    // This also applies when the same turn starts again.
    first.restart(isBack: false)
    #expect(self.keys(5, of: &first) == keys)
  }

  @Test func `Actions for Back don't shift the keys of the submission`() {
    var plain = turn()
    let keys = keys(3, of: &plain)
    for backs in 0..<3 {
      var turn = turn()
      turn.restart(isBack: true)
      let ofBack = self.keys(backs, of: &turn)
      #expect(Set(ofBack).isDisjoint(with: keys))
      turn.restart(isBack: false)
      #expect(self.keys(3, of: &turn) == keys)
    }
  }

  @Test func `Another submission has other keys`() {
    var first = turn(nonce: 1)
    var second = turn(nonce: 2)
    #expect(Set(keys(5, of: &first)).isDisjoint(with: keys(5, of: &second)))
  }
}
