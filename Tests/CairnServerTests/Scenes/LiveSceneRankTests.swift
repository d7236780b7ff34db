import CairnSessions
import Testing

@testable import CairnServer

/// The order in which scenes leave memory.
@Suite struct LiveSceneRankTests {
  private typealias Rank = LiveSceneLimit.Rank

  /// All kinds of scenes in the order in which they leave memory.
  private static let inOrder = [SceneHold.none, .effects, .work].flatMap { hold in
    [false, true].flatMap { isEstablished in
      (UInt64(1)...3).map { lastUse in
        Rank(hold: hold, standing: EvictionRank(isEstablished: isEstablished, lastUse: lastUse))
      }
    }
  }

  @Test func `Scenes are ranked by hold, then by session, then by last use`() {
    for (index, rank) in Self.inOrder.enumerated() {
      for (other, otherRank) in Self.inOrder.enumerated() {
        #expect((rank < otherRank) == (index < other), "\(rank) and \(otherRank)")
      }
    }
  }

  @Test func `The first rank of a hold is after all weaker holds and before its own ranks`() {
    for hold in [SceneHold.none, .effects, .work] {
      let first = Rank.first(heldBy: hold)
      for rank in Self.inOrder { #expect((rank < first) == (rank.hold < hold), "\(rank)") }
    }
  }
}
