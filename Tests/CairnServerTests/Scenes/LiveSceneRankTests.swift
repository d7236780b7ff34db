import CairnSessions
import Testing

@testable import CairnServer

/// Which scene leaves memory first.
@Suite struct LiveSceneRankTests {
  private typealias Rank = LiveSceneLimit.Rank

  /// All kinds of scenes, those that leave first before the others.
  private static let inOrder = [SceneHold.none, .effects, .work].flatMap { hold in
    [false, true].flatMap { isEstablished in
      (UInt64(1)...3).map { lastUse in
        Rank(hold: hold, standing: EvictionRank(isEstablished: isEstablished, lastUse: lastUse))
      }
    }
  }

  @Test func `what holds a scene counts before its session, and that before its last use`() {
    for (index, rank) in Self.inOrder.enumerated() {
      for (other, otherRank) in Self.inOrder.enumerated() {
        #expect((rank < otherRank) == (index < other), "\(rank) and \(otherRank)")
      }
    }
  }

  @Test func `the first rank of a hold is after all of weaker holds, and before all of its own`() {
    for hold in [SceneHold.none, .effects, .work] {
      let first = Rank.first(heldBy: hold)
      for rank in Self.inOrder { #expect((rank < first) == (rank.hold < hold), "\(rank)") }
    }
  }
}
