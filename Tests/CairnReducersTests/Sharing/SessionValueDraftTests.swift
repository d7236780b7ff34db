import CairnDependencies
import CairnReducers
import Synchronization
import Testing

/// Copies of a session's values, which are changed independently of the session.
struct SessionValueDraftTests {
  /// A value that isn't `Codable`.
  private struct Guest: Equatable, Sendable {
    var name = "nobody"
  }

  /// A value that can't be encoded.
  private struct Unwritable: Codable, Equatable, Sendable {
    var number = 0

    init() {}

    init(from decoder: any Decoder) throws {}

    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "test"))
    }
  }

  private let coded: CodedSessionValues
  private let session: SessionStorage

  init() {
    coded = CodedSessionValues(onChange: {}, onProblem: { _ in })
    coded.replace(by: ["count": Array("3".utf8), "name": Array(#""Ann""#.utf8)])
    session = SessionStorage(coded: coded)
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

  private func count(in storage: SessionStorage) -> Shared<Int> {
    shared(0, "count", in: storage)
  }

  private func guest(in storage: SessionStorage) -> Shared<Guest> {
    shared(Guest(), "guest", in: storage)
  }

  @Test(arguments: [false, true])
  func `A draft has the values of the moment at which it was created`(isDeclared: Bool) {
    let counts = isDeclared ? [count(in: session), count(in: session)] : []
    let draft = SessionValueDraft(of: session)
    let storage = SessionStorage(draft: draft)
    count(in: session).withLock { $0 = 8 }
    #expect(count(in: storage).wrappedValue == 3)
    #expect(counts.allSatisfy { $0.wrappedValue == 8 })
    #expect(!draft.isEdited)
  }

  @Test func `A required value is the one of the draft`() async throws {
    let name = shared("", "name", in: session)
    name.withLock { $0 = "Bea" }
    let guest = guest(in: session)
    guest.withLock { $0.name = "Carl" }
    let draft = SessionStorage(draft: SessionValueDraft(of: session))
    try await withDependencies {
      $0.sessionStorage = draft
    } operation: {
      let name = try await Shared<String>(require: .session("name"))
      #expect(name.wrappedValue == "Bea")
      let guest = try await Shared<Guest>(require: .session("guest"))
      #expect(guest.wrappedValue.name == "Carl")
      await #expect(throws: SharedValueMissing.self) {
        _ = try await Shared<String>(require: .session("missing"))
      }
    }
  }

  @Test func `The session has the changes of a draft only after they're copied`() {
    let (count, guest) = (count(in: session), guest(in: session))
    let draft = SessionValueDraft(of: session)
    let storage = SessionStorage(draft: draft)
    self.count(in: storage).withLock { $0 += 1 }
    self.guest(in: storage).withLock { $0.name = "Carl" }
    shared(0, "new", in: storage).withLock { $0 = 5 }
    #expect(draft.isEdited)
    #expect(count.wrappedValue == 3)
    #expect(guest.wrappedValue == Guest())
    let changes = draft.changes(of: session)
    #expect(changes == .values(["count": Array("4".utf8), "new": Array("5".utf8)]))
    #expect(count.wrappedValue == 3)
    let isOverlap = draft.copyChanges(to: session)
    #expect(!isOverlap)
    #expect(count.wrappedValue == 4)
    #expect(guest.wrappedValue.name == "Carl")
    #expect(shared(0, "new", in: session).wrappedValue == 5)
    #expect(coded.encoded()["name"] == Array(#""Ann""#.utf8))
  }

  @Test(arguments: [false, true])
  func `A value that has changed in both places isn't copied`(isDeclared: Bool) {
    let declared = isDeclared ? count(in: session) : nil
    let draft = SessionValueDraft(of: session)
    let storage = SessionStorage(draft: draft)
    count(in: storage).withLock { $0 += 1 }
    #expect(draft.changes(of: session) != .conflict)
    // A declaration isn't a change.
    let count = declared ?? self.count(in: session)
    #expect(draft.changes(of: session) != .conflict)
    count.withLock { $0 = 4 }
    #expect(draft.changes(of: session) == .conflict)
    let isOverlap = draft.copyChanges(to: session)
    #expect(isOverlap)
  }

  @Test func `A value that isn't declared may have changed in the store`() {
    let draft = SessionValueDraft(of: session)
    count(in: SessionStorage(draft: draft)).withLock { $0 += 1 }
    coded.replace(by: ["count": Array("3".utf8)])
    #expect(draft.changes(of: session) != .conflict)
    coded.replace(by: ["count": Array("7".utf8)])
    #expect(draft.changes(of: session) == .conflict)
  }

  @Test func `A value that isn't Codable may have changed in both places`() {
    let draft = SessionValueDraft(of: session)
    guest(in: SessionStorage(draft: draft)).withLock { $0.name = "Carl" }
    #expect(draft.isEdited)
    #expect(draft.changes(of: session) == .values([:]))
    guest(in: session).withLock { $0.name = "Dora" }
    #expect(draft.changes(of: session) == .conflict)
  }

  @Test func `Changes of other values don't matter`() {
    let name = shared("", "name", in: session)
    let draft = SessionValueDraft(of: session)
    count(in: SessionStorage(draft: draft)).withLock { $0 += 1 }
    name.withLock { $0 = "Bea" }
    #expect(draft.changes(of: session) == .values(["count": Array("4".utf8)]))
    let isOverlap = draft.copyChanges(to: session)
    #expect(!isOverlap)
    #expect(name.wrappedValue == "Bea")
    #expect(count(in: session).wrappedValue == 4)
  }

  @Test func `Declaring a value and writing an equal one aren't changes`() {
    let draft = SessionValueDraft(of: session)
    let storage = SessionStorage(draft: draft)
    count(in: storage).withLock { $0 = 3 }
    _ = shared(0, "new", in: storage)
    #expect(!draft.isEdited)
    #expect(draft.changes(of: session) == .values([:]))
  }

  @Test func `A value has the same type as in the session`() async {
    let count = count(in: session)
    let draft = SessionValueDraft(of: session)
    await expectIssue("declared with two different types") {
      shared("", "count", in: SessionStorage(draft: draft)).withLock { $0 = "text" }
    }
    #expect(!draft.isEdited)
    #expect(count.wrappedValue == 3)
  }

  @Test func `Changes after a draft is closed are reported`() {
    let draft = SessionValueDraft(of: session)
    let count = count(in: SessionStorage(draft: draft))
    let reports = Mutex(0)
    count.withLock { $0 += 1 }
    draft.close { reports.withLock { $0 += 1 } }
    #expect(reports.withLock { $0 } == 0)
    count.withLock { $0 += 1 }
    #expect(reports.withLock { $0 } == 1)
  }

  @Test(arguments: [false, true])
  func `Changes after a draft is closed aren't part of it`(isEarlier: Bool) {
    let (sessionCount, sessionGuest) = (count(in: session), guest(in: session))
    let draft = SessionValueDraft(of: session)
    let storage = SessionStorage(draft: draft)
    let (count, guest) = (count(in: storage), guest(in: storage))
    if isEarlier {
      count.withLock { $0 = 4 }
      guest.withLock { $0.name = "Carl" }
    }
    draft.close {}
    count.withLock { $0 = 5 }
    guest.withLock { $0.name = "Dora" }
    shared(0, "new", in: storage).withLock { $0 = 6 }
    #expect(draft.isEdited == isEarlier)
    #expect(draft.changes(of: session) == .values(isEarlier ? ["count": Array("4".utf8)] : [:]))
    let isOverlap = draft.copyChanges(to: session)
    #expect(!isOverlap)
    #expect(sessionCount.wrappedValue == (isEarlier ? 4 : 3))
    #expect(sessionGuest.wrappedValue.name == (isEarlier ? "Carl" : "nobody"))
    #expect(shared(0, "new", in: session).wrappedValue == 0)
  }

  @Test func `A changed value that can't be encoded isn't left out`() {
    let draft = SessionValueDraft(of: session)
    let storage = SessionStorage(draft: draft)
    count(in: storage).withLock { $0 = 4 }
    shared(Unwritable(), "name", in: storage).withLock { $0.number = 1 }
    #expect(draft.changes(of: session) == .unwritable(key: "name"))
  }

  @Test func `Changes of values that aren't Codable are reported like others`() {
    let changes = Mutex(0)
    let storage = SessionStorage(
      coded: CodedSessionValues(
        onChange: { changes.withLock { $0 += 1 } }, onProblem: { _ in }))
    let guest = guest(in: storage)
    #expect(changes.withLock { $0 } == 0)
    guest.withLock { $0.name = "Carl" }
    #expect(changes.withLock { $0 } == 1)
  }
}
