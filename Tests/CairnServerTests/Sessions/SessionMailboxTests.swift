import CairnSessions
import Synchronization
import Testing

@testable import CairnServer

/// The order of a session's changes, and the ID that they use.
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

  @Test func `Changes of an open session start immediately`() {
    perform("a", .scene)
    perform("b", .submission)
    perform("c", .renewal)
    #expect(trace.all == ["a as 1", "b as 1", "c as 1"])
  }

  @Test func `While a session is held for a new ID, submissions wait and scenes don't`() {
    mailbox.hold(by: holder)
    perform("a", .submission)
    perform("b", .scene)
    #expect(trace.all == ["b as 1"])
    mailbox.letGo(by: holder)
    #expect(trace.all == ["b as 1", "a as 1"])
  }

  @Test func `All changes wait during a renewal, and continue in order with the new ID`() {
    mailbox.perform(.renewal) { [mailbox] order in mailbox.beginRenewal(order) }
    perform("a", .scene)
    perform("b", .submission)
    perform("c", .renewal)
    #expect(trace.all == [])
    mailbox.endRenewal(as: StoredSession.ID(bits: 2))
    #expect(trace.all == ["a as 2", "b as 2", "c as 2"])
  }

  @Test func `After a failed renewal, changes that must wait still wait`() {
    mailbox.hold(by: holder)
    mailbox.perform(.renewal) { [mailbox] order in mailbox.beginRenewal(order) }
    perform("a", .submission)
    perform("b", .scene)
    mailbox.endRenewal()
    #expect(trace.all == ["b as 1"])
    mailbox.letGo(by: holder)
    #expect(trace.all == ["b as 1", "a as 1"])
  }

  @Test func `A change that waits again keeps its position`() {
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

  @Test func `When a session ends, waiting changes are rejected`() {
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

  /// Adds a request that may have to wait, and returns whether it waits.
  private func request(_ name: String) -> Bool {
    mailbox.awaitRenewal({ $0() }, { [trace] in trace.note(name) })
  }

  @Test func `Requests don't wait for a session that isn't held`() {
    #expect(!request("a"))
    // For example, while other sessions of the same owner are ended.
    mailbox.perform(.renewal) { [mailbox] order in mailbox.beginRenewal(order) }
    #expect(!request("b"))
    #expect(trace.all == [])
  }

  @Test func `Requests continue once, when the last holder releases the session`() {
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

  @Test func `Requests continue when the session has another ID, even with other holders`() {
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

  @Test func `Requests of an ending session continue when it's gone`() {
    mailbox.hold(by: holder)
    let waits = request("a")
    #expect(waits)
    mailbox.close()
    #expect(trace.all == [])
    mailbox.workOff()
    #expect(trace.all == ["a"])
  }
}
