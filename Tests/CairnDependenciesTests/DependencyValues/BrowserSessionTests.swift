import CairnDependencies
import CairnFeatures
import Foundation
import Testing

struct BrowserSessionTests {
  @Dependency(\.session) var session

  @Test func `The ID of the session is zero unless the test sets it`() {
    #expect(session.id.uuidString == "00000000-0000-0000-0000-000000000000")
    let id = UUID()
    withDependencies {
      $0.session = BrowserSession(id: id)
    } operation: {
      @Dependency(\.session) var session
      #expect(session.id == id)
    }
  }

  @Test func `In a test, requests to the session take effect immediately`() async throws {
    let id = session.id
    let renewal = session.signIn(as: "ann")
    #expect(renewal.previousID == id)
    #expect(session.id == renewal.id)
    #expect(session.owner == "ann")
    #expect(session.regenerateID().previousID == renewal.id)
    #expect(session.owner == "ann")
    let before = session
    try await session.endAll(for: "bob", exceptCurrent: false)
    try await session.endAll(for: "ann", exceptCurrent: true)
    #expect(session == before)
    try await session.endAll(for: "ann", exceptCurrent: false)
    #expect(session != before)
    #expect(session.owner == nil)
    session.signIn(as: "bob")
    session.signOut()
    #expect(session.owner == nil)
  }

  @Test func `The size of an owner is limited`() {
    for owner in ["", String(repeating: "é", count: 129)] {
      withKnownIssue { _ = session.signIn(as: owner) }
      #expect(session.owner == nil)
    }
    session.signIn(as: String(repeating: "é", count: 128))
    #expect(session.owner?.utf8.count == 256)
  }

  @Test func `Outside a server, there's one session per process`() {
    let ids = (0..<2).map { _ in
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.session) var session
        return session.id
      }
    }
    #expect(ids[0] == ids[1])
    #expect(ids[0] != session.id)
  }
}
