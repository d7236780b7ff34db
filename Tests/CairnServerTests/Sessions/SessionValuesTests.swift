import Cairn
import CairnSessions
import Logging
import Synchronization
import Testing

@testable import CairnServer

/// Session values with conflicting or failing commits.
struct SessionValuesTests {
  private let id = StoredSession.ID(bits: 1)
  private let store = HeldStore()
  private let verdicts = Verdicts()
  private let values: SessionValues

  init() {
    values = SessionValues(id, log: SessionValueLog(logger: Logger(label: "test")))
    values.load(nil)
  }

  private func count(of values: SessionValues) -> Shared<Int> {
    withDependencies {
      $0.sessionStorage = values.storage
    } operation: {
      Shared(wrappedValue: 0, .session("count"))
    }
  }

  private func commit(_ values: SessionValues, since epoch: Int?) {
    values.commit(
      SessionTransaction(session: id, time: .now), since: epoch, to: store
    ) { [verdicts] in verdicts.note($0) }
  }

  private func stored() async throws -> StoredValues? {
    try await store.load(SessionQuery(session: id)).values
  }

  @Test func `Commits in progress build on each other`() async throws {
    let count = count(of: values)
    for number in 1...3 {
      let epoch = values.epoch
      count.withLock { $0 = number }
      commit(values, since: epoch)
    }
    for _ in 1...3 { store.release() }
    #expect(verdicts.all == ["committed", "committed", "committed"])
    #expect(count.wrappedValue == 3)
    let other = SessionValues(id, log: SessionValueLog(logger: Logger(label: "test")))
    other.load(try await stored())
    #expect(self.count(of: other).wrappedValue == 3)
  }

  @Test func `Changes that are based on a failed commit are undone too`() async throws {
    let count = count(of: values)
    for number in 1...2 {
      let epoch = values.epoch
      count.withLock { $0 = number }
      commit(values, since: epoch)
    }
    // A submission that is being processed has read values that are no longer valid.
    let epoch = values.epoch
    store.release(failing: true)
    store.release()
    #expect(verdicts.all == ["failed", "conflict"])
    #expect(count.wrappedValue == 0)
    count.withLock { $0 += 5 }
    commit(values, since: epoch)
    #expect(store.count == 0)
    #expect(verdicts.all == ["failed", "conflict", "conflict"])
    #expect(count.wrappedValue == 0)
    // When it's processed again, it's stored.
    let again = values.epoch
    count.withLock { $0 += 5 }
    commit(values, since: again)
    store.release()
    #expect(verdicts.all.last == "committed")
    #expect(count.wrappedValue == 5)
    #expect(try await stored() != nil)
  }

  @Test func `A change by an effect is merged with another server's values`() async throws {
    let other = SessionValues(id, log: SessionValueLog(logger: Logger(label: "test")))
    other.load(nil)
    let name = withDependencies {
      $0.sessionStorage = other.storage
    } operation: {
      Shared(wrappedValue: "Ann", .session("name"))
    }
    name.withLock { $0 = "Bea" }
    commit(other, since: nil)
    store.release()

    let count = count(of: values)
    count.withLock { $0 = 7 }
    values.storeChanges(to: store, in: { SessionTransaction(session: $0.id, time: .now) })
    // These values don't include the name yet. The commit is repeated when they do.
    store.release()
    store.release()
    #expect(store.count == 0)
    #expect(count.wrappedValue == 7)
    let third = SessionValues(id, log: SessionValueLog(logger: Logger(label: "test")))
    third.load(try await stored())
    #expect(self.count(of: third).wrappedValue == 7)
    let stored = withDependencies {
      $0.sessionStorage = third.storage
    } operation: {
      Shared(wrappedValue: "Ann", .session("name"))
    }
    #expect(stored.wrappedValue == "Bea")
  }

  @Test func `A change of an ended session isn't stored`() {
    values.mailbox.close()
    count(of: values).withLock { $0 = 1 }
    values.storeChanges(
      to: store, in: { SessionTransaction(session: $0.id, time: .now) },
      completion: { [verdicts] in verdicts.note($0) })
    #expect(store.count == 0)
    #expect(verdicts.all == ["conflict"])
  }

  @Test func `A declaration isn't an edit`() {
    let count = count(of: values)
    #expect(values.edits == 0)
    count.withLock { $0 = 1 }
    #expect(values.edits > 0)
  }

  @Test(arguments: [false, true])
  func `Later commits wait while the session's ID changes`(isFailing: Bool) async throws {
    let new = StoredSession.ID(bits: 2)
    var renewal = SessionTransaction(session: id, time: .now)
    renewal.renaming = new
    renewal.owner = .set(try #require(.init("ann")))
    let isConcluded = Mutex(false)
    values.commit(
      renewal, since: nil, to: store, conclude: { isConcluded.withLock { $0 = true } },
      completion: { [verdicts] in verdicts.note($0) })
    commit(values, since: nil)
    values.commitChange(SessionTransaction(session: id, time: .now), to: store) { _ in }
    values.storeChanges(to: store, in: { SessionTransaction(session: $0.id, time: .now) })
    #expect(store.count == 1)
    store.release(failing: isFailing)
    #expect(isConcluded.withLock { $0 } == !isFailing)
    #expect(values.mailbox.id == (isFailing ? id : new))
    // The changes continue with the session's current ID. A request with the old ID doesn't get a new one.
    #expect(store.count == 2)
    while store.count > 0 { store.release() }
    #expect(verdicts.all == [isFailing ? "failed" : "committed", "committed"])
    renewal.renaming = StoredSession.ID(bits: 3)
    values.commit(
      renewal, since: nil, to: store, completion: { [verdicts] in verdicts.note($0) })
    #expect(store.count == (isFailing ? 1 : 0))
    if !isFailing { #expect(verdicts.all.last == "conflict") }
  }

  @Test func `Submissions wait for a requested renewal`() {
    let holder = ObjectIdentifier(store)
    values.mailbox.hold(by: holder)
    count(of: values).withLock { $0 = 1 }
    commit(values, since: nil)
    values.storeChanges(to: store, in: { SessionTransaction(session: $0.id, time: .now) })
    #expect(store.count == 0)
    values.commitChange(SessionTransaction(session: id, time: .now), to: store) { _ in }
    #expect(store.count == 1)
    values.mailbox.letGo(by: holder)
    #expect(store.count == 2)
    while store.count > 0 { store.release() }
    #expect(verdicts.all == ["committed"])
  }

  @Test func `Values of an ended session aren't stored`() {
    let end = { [self] (isFailing: Bool) in
      values.end(
        id,
        by: { $0(isFailing ? .failure(SessionStoreError.closed) : .success(())) },
        conclude: {}, completion: { [verdicts] in verdicts.note($0) })
    }
    end(true)
    commit(values, since: nil)
    store.release()
    end(false)
    commit(values, since: nil)
    count(of: values).withLock { $0 = 1 }
    values.storeChanges(to: store, in: { SessionTransaction(session: $0.id, time: .now) })
    #expect(store.count == 0)
    #expect(verdicts.all == ["failed", "committed", "committed", "conflict"])
  }

  @Test func `Loading an older version doesn't change the values`() async throws {
    let count = count(of: values)
    count.withLock { $0 = 1 }
    commit(values, since: values.epoch)
    store.release()
    let older = try await stored()
    count.withLock { $0 = 2 }
    commit(values, since: values.epoch)
    store.release()
    values.load(older)
    values.load(nil)
    #expect(count.wrappedValue == 2)
  }

  @Test func `Values of a removed session have their defaults`() async throws {
    let count = count(of: values)
    count.withLock { $0 = 1 }
    commit(values, since: values.epoch)
    store.release()
    try await store.base.removeSession(id)
    count.withLock { $0 = 2 }
    commit(values, since: values.epoch)
    store.release()
    #expect(verdicts.all == ["committed", "conflict"])
    #expect(count.wrappedValue == 0)
  }

  @Test func `The bytes of an unknown key are kept`() async throws {
    let payload = SessionValuePayload.encode(["elsewhere": [1, 2], "count": Array("3".utf8)])
    var transaction = SessionTransaction(session: id, time: .now)
    transaction.values = .write(ValuesWrite(replacing: nil, revision: 5, payload: payload))
    _ = try await store.base.commit(transaction)
    let values = SessionValues(id, log: SessionValueLog(logger: Logger(label: "test")))
    values.load(try await stored())
    let count = count(of: values)
    #expect(count.wrappedValue == 3)
    count.withLock { $0 = 4 }
    commit(values, since: values.epoch)
    store.release()
    let now = try #require(try await stored())
    #expect(
      SessionValuePayload.decode(now.payload)
        == ["elsewhere": [1, 2], "count": Array("4".utf8)])
  }
}
