import CairnSecurity
import Synchronization
import Testing

@testable import CairnServer

/// Which sessions are being renewed or ended, and which have been.
@Suite struct SessionTurnoversTests {
  private final class Holder: Sendable {
    var id: ObjectIdentifier { ObjectIdentifier(self) }
  }

  private let time: Time
  private let turnovers: SessionTurnovers
  private let id = SessionID(bits: 1)
  private let holder = Holder()
  private let other = Holder()

  private final class Time: Sendable {
    let now = Mutex(ContinuousClock.now)
    func advance(by duration: Duration) { now.withLock { $0 += duration } }
  }

  init() {
    let time = Time()
    self.time = time
    turnovers = SessionTurnovers { time.now.withLock(\.self) }
  }

  private func submission(_ nonce: UInt128) -> Submission {
    Submission(nonce: nonce, issued: 1, digest: SubmissionDigest(bits: nonce))
  }

  /// Waits for a turnover's end; answers how often the closure was called so far.
  private func wait(_ calls: Calls) -> Bool {
    let onward: Workload.Onward = { $0() }
    return turnovers.wait(for: id, onward) { calls.count.withLock { $0 += 1 } }
  }

  private final class Calls: Sendable {
    let count = Mutex(0)
    var value: Int { count.withLock(\.self) }
  }

  @Test func `a turnover is under way for others, from its beginning to its end`() {
    #expect(!turnovers.isUnderWay(id))
    turnovers.begin(id, by: holder.id)
    #expect(turnovers.isUnderWay(id))
    #expect(!turnovers.isUnderWay(id, exceptBy: holder.id))
    #expect(turnovers.isUnderWay(id, exceptBy: other.id))
    #expect(!turnovers.isUnderWay(SessionID(bits: 2)))
    turnovers.giveUp(id, by: holder.id)
    #expect(!turnovers.isUnderWay(id))
    #expect(turnovers.retirement(of: id) == nil)
  }

  @Test func `nobody waits where nothing is under way`() {
    let calls = Calls()
    #expect(!wait(calls))
    turnovers.begin(SessionID(bits: 2), by: holder.id)
    #expect(!wait(calls))
    #expect(calls.value == 0)
  }

  @Test func `who waits goes on once, when the last holder has given up`() {
    let calls = Calls()
    turnovers.begin(id, by: holder.id)
    turnovers.begin(id, by: other.id)
    #expect(wait(calls) && wait(calls))
    turnovers.giveUp(id, by: holder.id)
    #expect(calls.value == 0)
    turnovers.giveUp(id, by: other.id)
    #expect(calls.value == 2)
    turnovers.giveUp(id, by: other.id)
    #expect(calls.value == 2)
  }

  @Test func `who waits goes on when it is done, whoever else holds it`() {
    let calls = Calls()
    turnovers.begin(id, by: holder.id)
    turnovers.begin(id, by: other.id)
    #expect(wait(calls))
    turnovers.conclude(id, .init(submission: submission(1), url: "/in"))
    #expect(calls.value == 1)
    #expect(!turnovers.isUnderWay(id))
    #expect(turnovers.retirement(of: id)?.url == "/in")
  }

  @Test func `a page that was made before is made again`() {
    let before = turnovers.moment
    #expect(turnovers.isSame(id, since: before))
    turnovers.begin(id, by: holder.id)
    // Whatever was made while it is under way.
    #expect(!turnovers.isSame(id, since: before))
    #expect(!turnovers.isSame(id, since: turnovers.moment))
    #expect(turnovers.isSame(SessionID(bits: 2), since: before))
    turnovers.giveUp(id, by: holder.id)
    // Nothing came of it.
    #expect(turnovers.isSame(id, since: before))
    turnovers.begin(id, by: holder.id)
    turnovers.conclude(id, .init(submission: submission(1), url: "/in"))
    #expect(!turnovers.isSame(id, since: before))
    #expect(turnovers.isSame(id, since: turnovers.moment))
  }

  @Test func `a repetition gets the new name for a minute, and nobody else does`() throws {
    let next = SessionName.random()
    var retirement = SessionTurnovers.Retirement(submission: submission(1), url: "/in")
    retirement.next = .renewed(next)
    turnovers.conclude(id, retirement)
    #expect(turnovers.answer(to: submission(2), under: id) == nil)
    #expect(turnovers.answer(to: submission(1), under: SessionID(bits: 2)) == nil)
    let answer = try #require(turnovers.answer(to: submission(1), under: id))
    #expect(answer.url == "/in" && answer.next == .renewed(next))
    time.advance(by: SessionTurnovers.repetition - .milliseconds(1))
    #expect(turnovers.answer(to: submission(1), under: id)?.next != nil)
    time.advance(by: .milliseconds(1))
    let late = try #require(turnovers.answer(to: submission(1), under: id))
    #expect(late.url == "/in" && late.next == nil)
  }

  @Test func `a name that has ended meanwhile isn't handed out`() throws {
    let next = SessionName.random()
    var retirement = SessionTurnovers.Retirement(submission: submission(1), url: "/in")
    retirement.next = .renewed(next)
    turnovers.conclude(id, retirement)
    turnovers.conclude(next.id, .init(submission: submission(2), url: "/out"))
    let answer = try #require(turnovers.answer(to: submission(1), under: id))
    #expect(answer.url == "/in" && answer.next == nil)
  }

  @Test func `the oldest of too many is forgotten`() {
    for number in 0...UInt128(8192) {
      turnovers.conclude(SessionID(bits: number), .init(submission: submission(1), url: "/"))
    }
    #expect(turnovers.retirement(of: SessionID(bits: 0)) == nil)
    #expect(turnovers.retirement(of: SessionID(bits: 1)) != nil)
    #expect(turnovers.retirement(of: SessionID(bits: 8192)) != nil)
  }
}
