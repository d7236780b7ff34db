import CairnSecurity
import CairnSessions
import Testing

@testable import CairnServer

/// Finding the names of renewed sessions again.
@Suite struct RenewedNamesTests {
  private let secret = ServerSecret()
  private let name = SessionName.random()
  private let submission = Submission(
    nonce: 1, issued: 1, digest: SubmissionDigest(bits: 2))

  /// Returns the names that a server creates in a second of 1970.
  private func names(_ secret: ServerSecret? = nil, at second: Int64 = 179) -> RenewedNames {
    RenewedNames(secret: secret ?? self.secret) {
      SessionTime(microsecondsSince1970: second * 1_000_000)
    }
  }

  @Test(arguments: [
    (59, false), (60, true), (119, true), (120, true), (180, true), (239, true), (240, false),
  ])
  func `Another server finds a name for one to two minutes`(second: Int64, isFound: Bool) {
    let next = names(at: 120).next(after: name, with: submission)
    #expect(next.lineage == name.lineage && next.id != name.id)
    let recent = names(at: second).recent(after: name, with: submission)
    #expect(recent.contains(next) == isFound)
  }

  @Test func `A name depends on the submission, the old name, and the secret`() {
    let next = names().next(after: name, with: submission)
    let others = [
      Submission(nonce: 2, issued: 1, digest: submission.digest),
      Submission(nonce: 1, issued: 1, digest: SubmissionDigest(bits: 1)),
    ]
    for other in others {
      #expect(!names().recent(after: name, with: other).contains(next))
    }
    #expect(!names().recent(after: .random(), with: submission).contains(next))
    #expect(!names(ServerSecret()).recent(after: name, with: submission).contains(next))
  }

  @Test func `Servers with their secrets in another order find each other's names`() throws {
    let (old, new) = (RandomToken.bytes(32), RandomToken.bytes(32))
    let before = try #require(ServerSecret(old, others: [new]))
    let after = try #require(ServerSecret(new, others: [old]))
    for (renewing, finding) in [(before, after), (after, before)] {
      let next = names(renewing, at: 120).next(after: name, with: submission)
      #expect(names(finding, at: 120).recent(after: name, with: submission).contains(next))
      #expect(names(finding, at: 120).next(after: name, with: submission) != next)
    }
  }

  @Test func `A renewed session stays in its shard, and the rest of its ID is new`() {
    for submission in [submission, nil] {
      let id = names().next(after: name, with: submission).id
      let new = StoredSession.ID(bits: id.bits)
      let old = StoredSession.ID(bits: name.id.bits)
      #expect(new.shardKey == old.shardKey)
      let equalBytes = zip(new.bytes, old.bytes).count { $0 == $1 }
      #expect((2..<9).contains(equalBytes))
    }
    let next = names().next(after: name, with: submission)
    let recent = names().recent(after: name, with: submission)
    #expect(recent.allSatisfy { UInt16(truncatingIfNeeded: $0.id.bits ^ next.id.bits) == 0 })
  }

  @Test func `Two names without a submission differ`() {
    let first = names().next(after: name, with: nil)
    #expect(first.lineage == name.lineage)
    #expect(first != names().next(after: name, with: nil))
  }
}
