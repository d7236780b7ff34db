import CairnSecurity
import Synchronization
import Testing

@testable import CairnServer

/// Session IDs that are no longer valid, and the responses to requests that use one.
@Suite struct RetiredSessionsTests {
  private let time: Time
  private let retired: RetiredSessions
  private let id = SessionID(bits: 1)

  private final class Time: Sendable {
    let now = Mutex(ContinuousClock.now)
    func advance(by duration: Duration) { now.withLock { $0 += duration } }
  }

  init() {
    let time = Time()
    self.time = time
    retired = RetiredSessions { time.now.withLock(\.self) }
  }

  private func submission(_ nonce: UInt128) -> Submission {
    Submission(nonce: nonce, issued: 1, digest: SubmissionDigest(bits: nonce))
  }

  @Test func `A page that was rendered before the session ended is rendered again`() {
    let before = retired.retirementCount
    #expect(!retired.contains(id, since: before))
    retired.add(.init(submission: submission(1), url: "/in"), of: id)
    #expect(retired.contains(id, since: before))
    #expect(!retired.contains(id, since: retired.retirementCount))
    #expect(!retired.contains(SessionID(bits: 2), since: before))
    #expect(retired.retirement(of: id)?.url == "/in")
    #expect(retired.retirement(of: SessionID(bits: 2)) == nil)
  }

  @Test func `Only a repetition gets the new name, for one minute`() throws {
    let next = SessionName.random()
    var retirement = RetiredSessions.Retirement(submission: submission(1), url: "/in")
    retirement.next = .renewed(next)
    retired.add(retirement, of: id)
    #expect(retired.answer(to: submission(2), under: id) == nil)
    #expect(retired.answer(to: submission(1), under: SessionID(bits: 2)) == nil)
    let answer = try #require(retired.answer(to: submission(1), under: id))
    #expect(answer.url == "/in" && answer.next == .renewed(next))
    time.advance(by: RetiredSessions.repetition - .milliseconds(1))
    #expect(retired.answer(to: submission(1), under: id)?.next != nil)
    time.advance(by: .milliseconds(1))
    let late = try #require(retired.answer(to: submission(1), under: id))
    #expect(late.url == "/in" && late.next == nil)
  }

  @Test func `A name that has ended since then isn't returned`() throws {
    let next = SessionName.random()
    var retirement = RetiredSessions.Retirement(submission: submission(1), url: "/in")
    retirement.next = .renewed(next)
    retired.add(retirement, of: id)
    retired.add(.init(submission: submission(2), url: "/out"), of: next.id)
    let answer = try #require(retired.answer(to: submission(1), under: id))
    #expect(answer.url == "/in" && answer.next == nil)
  }

  @Test func `The oldest of too many IDs is forgotten`() {
    for number in 0...UInt128(8192) {
      retired.add(.init(submission: submission(1), url: "/"), of: SessionID(bits: number))
    }
    #expect(retired.retirement(of: SessionID(bits: 0)) == nil)
    #expect(retired.retirement(of: SessionID(bits: 1)) != nil)
    #expect(retired.retirement(of: SessionID(bits: 8192)) != nil)
  }
}
