import Cairn
import CairnSessions
import Logging
import Synchronization
import Testing

@testable import CairnServer

/// Commits of drafts, which are the changes of endpoints.
struct SessionDraftTests {
  private let id = StoredSession.ID(bits: 1)
  private let store = HeldStore()
  private let verdicts = Verdicts()
  private let values: SessionValues

  init() {
    values = Self.values(id)
  }

  /// Returns the values of a session that isn't stored.
  private static func values(_ id: StoredSession.ID) -> SessionValues {
    let values = SessionValues(id, log: SessionValueLog(logger: Logger(label: "test")))
    values.load(nil)
    return values
  }

  private func shared<Value: Sendable>(
    _ value: Value, _ key: String, in storage: SessionStorage
  ) -> Shared<Value> {
    withDependencies {
      $0.sessionStorage = storage
    } operation: {
      Shared(wrappedValue: value, .session(key))
    }
  }

  private func count(in storage: SessionStorage) -> Shared<Int> { shared(0, "count", in: storage) }

  /// Returns a draft with another count.
  private func draft(count: Int) -> SessionValueDraft {
    let draft = SessionValueDraft(of: values.storage)
    self.count(in: SessionStorage(draft: draft)).withLock { $0 = count }
    return draft
  }

  private func commit(
    _ draft: SessionValueDraft, renaming: StoredSession.ID? = nil,
    for holder: SessionPhase.Holder? = nil, conclude: @escaping @Sendable () -> Void = {}
  ) {
    var transaction = SessionTransaction(session: id, time: .now)
    transaction.renaming = renaming
    values.commit(
      draft, in: transaction, for: holder, to: store, conclude: conclude,
      completion: { [verdicts] in verdicts.note($0) })
  }

  /// Commits all changes, as a submission does.
  private func submit(_ values: SessionValues, since epoch: Int? = nil) {
    values.commit(
      SessionTransaction(session: id, time: .now), since: epoch, to: store
    ) { [verdicts] in verdicts.note($0) }
  }

  /// Returns the stored bytes of the values, as texts.
  private func stored() async throws -> [String: String] {
    let values = try await store.load(SessionQuery(session: id)).values
    let decoded = values.flatMap { SessionValuePayload.decode($0.payload) }
    return (decoded ?? [:]).mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `Values have the changes of a draft only after they were stored`() async throws {
    let count = count(in: values.storage)
    commit(draft(count: 4))
    #expect(count.wrappedValue == 0)
    #expect(verdicts.all == [])
    store.release()
    #expect(verdicts.all == ["committed"])
    #expect(count.wrappedValue == 4)
    #expect(values.mailbox.isStored)
    #expect(try await stored() == ["count": "4"])
  }

  @Test func `A draft that couldn't be stored changes nothing`() async throws {
    let count = count(in: values.storage)
    commit(draft(count: 4))
    store.release(failing: true)
    #expect(verdicts.all == ["failed"])
    #expect(count.wrappedValue == 0)
    count.withLock { $0 = 1 }
    submit(values)
    store.release()
    #expect(try await stored() == ["count": "1"])
  }

  @Test func `Changes of submissions in progress aren't stored with a draft`() async throws {
    let name = shared("Ann", "name", in: values.storage)
    let draft = draft(count: 4)
    name.withLock { $0 = "Bea" }
    commit(draft)
    store.release()
    #expect(verdicts.all == ["committed"])
    #expect(try await stored() == ["count": "4"])
    // They're stored with their own submission.
    submit(values)
    store.release()
    #expect(try await stored() == ["count": "4", "name": "\"Bea\""])
  }

  @Test func `A draft that's based on a change that was taken back is a conflict`() {
    let count = count(in: values.storage)
    count.withLock { $0 = 3 }
    let draft = draft(count: 4)
    values.takeBack()
    commit(draft)
    #expect(store.count == 0)
    #expect(verdicts.all == ["conflict"])
    #expect(count.wrappedValue == 0)
  }

  @Test func `Other changes wait until a draft is stored`() async throws {
    let count = count(in: values.storage)
    let name = shared("Ann", "name", in: values.storage)
    commit(draft(count: 4))
    name.withLock { $0 = "Bea" }
    submit(values)
    values.storeChanges(to: store, in: { SessionTransaction(session: $0.id, time: .now) })
    let other = draft(count: 5)
    commit(other)
    #expect(store.count == 1)
    store.release()
    // The second draft is based on the count before the first one.
    #expect(verdicts.all.sorted() == ["committed", "conflict"])
    while store.count > 0 { store.release() }
    #expect(verdicts.all.sorted() == ["committed", "committed", "conflict"])
    #expect(count.wrappedValue == 4)
    #expect(try await stored() == ["count": "4", "name": "\"Bea\""])
  }

  @Test func `Reverting a submission doesn't affect a draft that's being stored`() async throws {
    let count = count(in: values.storage)
    commit(draft(count: 4))
    values.takeBack()
    #expect(count.wrappedValue == 0)
    store.release()
    #expect(count.wrappedValue == 4)
    #expect(try await stored() == ["count": "4"])
  }

  @Test func `A submission that changes the value while a draft is stored is processed again`() {
    let count = count(in: values.storage)
    commit(draft(count: 4))
    let epoch = values.epoch
    count.withLock { $0 += 1 }
    store.release()
    #expect(count.wrappedValue == 4)
    submit(values, since: epoch)
    #expect(verdicts.all == ["committed", "conflict"])
    #expect(count.wrappedValue == 4)
  }

  // MARK: Other servers

  @Test func `A draft is merged with another server's changes of other values`() async throws {
    let draft = draft(count: 4)
    let other = Self.values(id)
    shared("Ann", "name", in: other.storage).withLock { $0 = "Bea" }
    submit(other)
    store.release()
    commit(draft)
    // This commit doesn't know the other server's values. It's repeated with them.
    store.release()
    #expect(store.count == 1)
    store.release()
    #expect(verdicts.all == ["committed", "committed"])
    #expect(try await stored() == ["count": "4", "name": "\"Bea\""])
    #expect(count(in: values.storage).wrappedValue == 4)
  }

  @Test(arguments: [false, true])
  func `A value that another server has changed is a conflict`(isDeclared: Bool) async throws {
    let declared = isDeclared ? count(in: values.storage) : nil
    let draft = draft(count: 4)
    let other = Self.values(id)
    count(in: other.storage).withLock { $0 = 7 }
    submit(other)
    store.release()
    commit(draft)
    store.release()
    #expect(store.count == 0)
    #expect(verdicts.all == ["committed", "conflict"])
    #expect(try await stored() == ["count": "7"])
    #expect((declared ?? count(in: values.storage)).wrappedValue == 7)
  }

  @Test func `A session that was removed isn't stored again`() async throws {
    let count = count(in: values.storage)
    commit(draft(count: 4))
    store.release()
    try await store.base.removeSession(id)
    commit(draft(count: 5))
    store.release()
    #expect(verdicts.all == ["committed", "conflict"])
    #expect(try await stored() == [:])
    #expect(count.wrappedValue == 0)
  }

  @Test func `A failed first write of another request isn't a conflict`() async throws {
    let name = shared("Ann", "name", in: values.storage)
    name.withLock { $0 = "Bea" }
    submit(values)
    commit(draft(count: 4))
    #expect(store.count == 2)
    store.release(failing: true)
    // This commit is based on the values of the failed one.
    store.release()
    #expect(store.count == 1)
    store.release()
    #expect(verdicts.all == ["failed", "committed"])
    #expect(try await stored()["count"] == "4")
    #expect(count(in: values.storage).wrappedValue == 4)
  }

  // MARK: Identity

  @Test(arguments: [false, true])
  func `A draft isn't stored under a later ID`(isRenewed: Bool) async throws {
    let new = StoredSession.ID(bits: 2)
    let count = count(in: values.storage)
    let draft = draft(count: 4)
    // A submission has requested another ID, and the draft waits for it.
    values.mailbox.hold(by: ObjectIdentifier(store))
    commit(draft)
    #expect(store.count == 0)
    if isRenewed {
      var renewal = SessionTransaction(session: id, time: .now)
      renewal.renaming = new
      renewal.owner = .set(try #require(.init("ann")))
      values.commit(
        renewal, since: nil, to: store, completion: { [verdicts] in verdicts.note($0) })
      store.release()
    } else {
      values.mailbox.letGo(by: ObjectIdentifier(store))
      store.release()
    }
    #expect(store.count == 0)
    #expect(verdicts.all.sorted() == (isRenewed ? ["committed", "conflict"] : ["committed"]))
    #expect(count.wrappedValue == (isRenewed ? 0 : 4))
  }

  @Test(arguments: [false, true])
  func `A draft with another ID is stored as a whole or not at all`(isFailing: Bool) {
    let new = StoredSession.ID(bits: 2)
    let count = count(in: values.storage)
    let isConcluded = Mutex(false)
    commit(draft(count: 4), renaming: new, conclude: { isConcluded.withLock { $0 = true } })
    // A second request for another ID isn't known to be from the same person.
    commit(draft(count: 5), renaming: StoredSession.ID(bits: 3))
    #expect(store.count == 1)
    store.release(failing: isFailing)
    #expect(isConcluded.withLock { $0 } == !isFailing)
    #expect(values.mailbox.id == (isFailing ? id : new))
    #expect(count.wrappedValue == (isFailing ? 0 : 4))
    #expect(verdicts.all.count == (isFailing ? 1 : 2))
    #expect(store.count == (isFailing ? 1 : 0))
  }

  @Test func `A draft of an ended session isn't stored`() {
    let draft = draft(count: 4)
    values.mailbox.close()
    commit(draft)
    #expect(store.count == 0)
    #expect(verdicts.all == ["conflict"])
  }

  // MARK: Kinds of values

  @Test func `Values that aren't Codable are copied with the others`() async throws {
    struct Guest: Sendable { var name = "nobody" }
    let guest = shared(Guest(), "guest", in: values.storage)
    let draft = draft(count: 4)
    shared(Guest(), "guest", in: SessionStorage(draft: draft)).withLock { $0.name = "Carl" }
    commit(draft)
    #expect(guest.wrappedValue.name == "nobody")
    store.release()
    #expect(guest.wrappedValue.name == "Carl")
    #expect(try await stored() == ["count": "4"])
    #expect(values.edits > 0)
  }

  @Test(arguments: [false, true])
  func `A draft whose values are too large changes nothing`(isOtherLarger: Bool) async throws {
    let name = shared("Ann", "name", in: values.storage)
    let half = SessionValuePayload.limit / 2
    name.withLock { $0 = String(repeating: "a", count: isOtherLarger ? half + 100 : 100) }
    submit(values)
    store.release()
    let before = try await stored()
    let draft = draft(count: 4)
    let length = isOtherLarger ? half : SessionValuePayload.limit
    shared("", "text", in: SessionStorage(draft: draft)).withLock {
      $0 = String(repeating: "x", count: length)
    }
    commit(draft)
    #expect(store.count == 0)
    #expect(verdicts.all == ["committed", "failed"])
    #expect(try await stored() == before)
    #expect(count(in: values.storage).wrappedValue == 0)
    #expect(shared("", "text", in: values.storage).wrappedValue.isEmpty)
  }

  @Test func `A draft can make a value smaller that was too large`() async throws {
    let text = shared("", "text", in: values.storage)
    text.withLock { $0 = String(repeating: "x", count: SessionValuePayload.limit) }
    submit(values)
    while store.count > 0 { store.release() }
    let draft = draft(count: 4)
    shared("", "text", in: SessionStorage(draft: draft)).withLock { $0 = "small" }
    commit(draft)
    store.release()
    #expect(try await stored() == ["count": "4", "text": "\"small\""])
    // From now on, it's reset like other values.
    text.withLock { $0 = "other" }
    values.takeBack()
    #expect(text.wrappedValue == "small")
  }

  // MARK: Holders

  @Test func `A draft with another ID is a conflict if a submission has requested one`() {
    let (endpoint, form) = (ObjectIdentifier(store), ObjectIdentifier(values))
    let count = count(in: values.storage)
    values.mailbox.hold(by: form)
    values.mailbox.hold(by: endpoint)
    commit(draft(count: 4), renaming: StoredSession.ID(bits: 2), for: endpoint)
    #expect(store.count == 0)
    #expect(verdicts.all == ["conflict"])
    #expect(values.mailbox.id == id)
    #expect(count.wrappedValue == 0)
    values.mailbox.letGo(by: endpoint)
    #expect(values.mailbox.isHeld())
  }

  @Test func `A submission that requests another ID during a draft's renewal remains a holder`() {
    let (endpoint, form) = (ObjectIdentifier(store), ObjectIdentifier(values))
    let new = StoredSession.ID(bits: 2)
    values.mailbox.hold(by: endpoint)
    commit(draft(count: 4), renaming: new, for: endpoint)
    values.mailbox.hold(by: form)
    store.release()
    #expect(verdicts.all == ["committed"])
    #expect(values.mailbox.id == new)
    // Requests with the new ID wait, because the submission may have changed values already.
    #expect(values.mailbox.isHeld())
    values.mailbox.letGo(by: form)
    #expect(!values.mailbox.isHeld())
  }

  @Test(arguments: [false, true])
  func `An endpoint doesn't end a session if a submission has requested another ID`(
    isHeld: Bool
  ) {
    let (endpoint, form) = (ObjectIdentifier(store), ObjectIdentifier(values))
    if isHeld { values.mailbox.hold(by: form) }
    values.mailbox.hold(by: endpoint)
    values.end(
      id, for: endpoint, by: { $0(.success(())) }, conclude: {},
      completion: { [verdicts] in verdicts.note($0) })
    #expect(verdicts.all == [isHeld ? "conflict" : "committed"])
    #expect(values.mailbox.isClosed == !isHeld)
  }

  @Test(arguments: [false, true])
  func `A renewal isn't stored with the values of another submission that renews the session`(
    isHeld: Bool
  ) async throws {
    let (form, other) = (ObjectIdentifier(store), ObjectIdentifier(values))
    let new = StoredSession.ID(bits: 2)
    let user = shared("nobody", "user", in: values.storage)
    if isHeld { values.mailbox.hold(by: other) }
    user.withLock { $0 = "ann" }
    values.mailbox.hold(by: form)
    var renewal = SessionTransaction(session: id, time: .now)
    renewal.renaming = new
    renewal.owner = .set(try #require(.init("eve")))
    values.commit(
      renewal, since: values.epoch, for: form, to: store,
      completion: { [verdicts] in verdicts.note($0) })
    #expect(store.count == (isHeld ? 0 : 1))
    if isHeld {
      #expect(verdicts.all == ["conflict"])
      #expect(user.wrappedValue == "nobody")
    } else {
      store.release()
      #expect(verdicts.all == ["committed"])
      #expect(user.wrappedValue == "ann")
    }
    #expect(values.mailbox.id == (isHeld ? id : new))
    #expect(values.mailbox.isHeld() == isHeld)
  }
}
