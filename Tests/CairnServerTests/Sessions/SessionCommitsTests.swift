import CairnSessions
import Synchronization
import Testing

@testable import CairnServer

/// In which order, and under which ID, a session's changes are handed in.
@Suite struct SessionCommitsTests {
  private final class Asker: Sendable {}

  private final class Trace: Sendable {
    private let entries = Mutex<[String]>([])

    func note(_ entry: String) { entries.withLock { $0.append(entry) } }

    var all: [String] { entries.withLock(\.self) }
  }

  private let commits = SessionCommits(StoredSession.ID(bits: 1))
  private let trace = Trace()
  private let asker = Asker()

  private var holder: SessionPhase.Holder { ObjectIdentifier(asker) }

  private func perform(_ name: String, _ change: SessionPhase.Change) {
    commits.perform(change) { [commits, trace] _ in trace.note("\(name) as \(commits.id.bits)") }
  }

  @Test func `changes of an open session are handed in at once`() {
    perform("a", .scene)
    perform("b", .submission)
    perform("c", .renewal)
    #expect(trace.all == ["a as 1", "b as 1", "c as 1"])
  }

  @Test func `submissions wait while another ID is asked for, and scenes don't`() {
    commits.hold(by: holder)
    perform("a", .submission)
    perform("b", .scene)
    #expect(trace.all == ["b as 1"])
    commits.letGo(by: holder)
    #expect(trace.all == ["b as 1", "a as 1"])
  }

  @Test func `everything waits while another ID is on its way, and goes on under it in order`() {
    commits.perform(.renewal) { [commits] order in commits.beginRenewal(order) }
    perform("a", .scene)
    perform("b", .submission)
    perform("c", .renewal)
    #expect(trace.all == [])
    commits.endRenewal(as: StoredSession.ID(bits: 2))
    #expect(trace.all == ["a as 2", "b as 2", "c as 2"])
  }

  @Test func `a renewal that fails leaves those waiting who have to`() {
    commits.hold(by: holder)
    commits.perform(.renewal) { [commits] order in commits.beginRenewal(order) }
    perform("a", .submission)
    perform("b", .scene)
    commits.endRenewal()
    #expect(trace.all == ["b as 1"])
    commits.letGo(by: holder)
    #expect(trace.all == ["b as 1", "a as 1"])
  }

  @Test func `what waits again stands where it stood`() {
    commits.perform(.renewal) { [commits] order in commits.beginRenewal(order) }
    commits.perform(.renewal) { [commits, trace] order in
      trace.note("again")
      commits.beginRenewal(order)
    }
    perform("a", .scene)
    perform("b", .scene)
    commits.endRenewal(as: StoredSession.ID(bits: 2))
    #expect(trace.all == ["again"])
    commits.endRenewal(as: StoredSession.ID(bits: 3))
    #expect(trace.all == ["again", "a as 3", "b as 3"])
  }

  @Test func `the end of a session lets go of those that wait, to be refused`() {
    commits.perform(.renewal) { [commits] order in commits.beginRenewal(order) }
    commits.perform(.submission) { [commits, trace] _ in
      trace.note(commits.isClosed ? "refused" : "handed in")
    }
    commits.close()
    commits.endRenewal()
    #expect(trace.all == ["refused"])
    #expect(commits.isClosed)
  }
}
