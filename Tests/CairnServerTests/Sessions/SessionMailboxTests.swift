import CairnSessions
import Synchronization
import Testing

@testable import CairnServer

/// In which order, and under which ID, a session's changes are handed in.
@Suite struct SessionMailboxTests {
  private final class Asker: Sendable {}

  private final class Trace: Sendable {
    private let entries = Mutex<[String]>([])

    func note(_ entry: String) { entries.withLock { $0.append(entry) } }

    var all: [String] { entries.withLock(\.self) }
  }

  private let mailbox = SessionMailbox(StoredSession.ID(bits: 1))
  private let trace = Trace()
  private let asker = Asker()

  private var holder: SessionPhase.Holder { ObjectIdentifier(asker) }

  private func perform(_ name: String, _ work: SessionPhase.Work) {
    mailbox.perform(work) { [mailbox, trace] _ in trace.note("\(name) as \(mailbox.id.bits)") }
  }

  @Test func `changes of an open session are handed in at once`() {
    perform("a", .scene)
    perform("b", .submission)
    perform("c", .renewal)
    #expect(trace.all == ["a as 1", "b as 1", "c as 1"])
  }

  @Test func `submissions wait while another ID is asked for, and scenes don't`() {
    mailbox.hold(by: holder)
    perform("a", .submission)
    perform("b", .scene)
    #expect(trace.all == ["b as 1"])
    mailbox.letGo(by: holder)
    #expect(trace.all == ["b as 1", "a as 1"])
  }

  @Test func `everything waits while another ID is on its way, and goes on under it in order`() {
    mailbox.perform(.renewal) { [mailbox] order in mailbox.beginRenewal(order) }
    perform("a", .scene)
    perform("b", .submission)
    perform("c", .renewal)
    #expect(trace.all == [])
    mailbox.endRenewal(as: StoredSession.ID(bits: 2))
    #expect(trace.all == ["a as 2", "b as 2", "c as 2"])
  }

  @Test func `a renewal that fails leaves those waiting who have to`() {
    mailbox.hold(by: holder)
    mailbox.perform(.renewal) { [mailbox] order in mailbox.beginRenewal(order) }
    perform("a", .submission)
    perform("b", .scene)
    mailbox.endRenewal()
    #expect(trace.all == ["b as 1"])
    mailbox.letGo(by: holder)
    #expect(trace.all == ["b as 1", "a as 1"])
  }

  @Test func `what waits again stands where it stood`() {
    mailbox.perform(.renewal) { [mailbox] order in mailbox.beginRenewal(order) }
    mailbox.perform(.renewal) { [mailbox, trace] order in
      trace.note("again")
      mailbox.beginRenewal(order)
    }
    perform("a", .scene)
    perform("b", .scene)
    mailbox.endRenewal(as: StoredSession.ID(bits: 2))
    #expect(trace.all == ["again"])
    mailbox.endRenewal(as: StoredSession.ID(bits: 3))
    #expect(trace.all == ["again", "a as 3", "b as 3"])
  }

  @Test func `the end of a session lets go of those that wait, to be refused`() {
    mailbox.perform(.renewal) { [mailbox] order in mailbox.beginRenewal(order) }
    mailbox.perform(.submission) { [mailbox, trace] _ in
      trace.note(mailbox.isClosed ? "refused" : "handed in")
    }
    mailbox.close()
    mailbox.endRenewal()
    #expect(trace.all == ["refused"])
    #expect(mailbox.isClosed)
  }

  // MARK: Requests

  /// Lets a request wait, and returns whether it has to.
  private func request(_ name: String) -> Bool {
    mailbox.awaitRenewal({ $0() }, { [trace] in trace.note(name) })
  }

  @Test func `no request waits for a session that nobody holds`() {
    #expect(!request("a"))
    // Such as while other sessions of its owner are ended.
    mailbox.perform(.renewal) { [mailbox] order in mailbox.beginRenewal(order) }
    #expect(!request("b"))
    #expect(trace.all == [])
  }

  @Test func `requests continue once, when the last holder has let go`() {
    let other = Asker()
    mailbox.hold(by: holder)
    mailbox.hold(by: ObjectIdentifier(other))
    let (first, second) = (request("a"), request("b"))
    #expect(first && second)
    mailbox.letGo(by: holder)
    #expect(trace.all == [])
    mailbox.letGo(by: ObjectIdentifier(other))
    mailbox.letGo(by: ObjectIdentifier(other))
    #expect(trace.all == ["a", "b"])
  }

  @Test func `requests continue when the session has another ID, whoever else has asked for one`() {
    let other = Asker()
    mailbox.hold(by: holder)
    mailbox.hold(by: ObjectIdentifier(other))
    let waits = request("a")
    #expect(waits)
    mailbox.perform(.renewal) { [mailbox] order in mailbox.beginRenewal(order) }
    #expect(trace.all == [])
    mailbox.endRenewal(as: StoredSession.ID(bits: 2))
    #expect(trace.all == ["a"])
    #expect(!mailbox.isHeld())
  }

  @Test func `requests of a session that ends continue when it is gone`() {
    mailbox.hold(by: holder)
    let waits = request("a")
    #expect(waits)
    mailbox.close()
    #expect(trace.all == [])
    mailbox.workOff()
    #expect(trace.all == ["a"])
  }
}
