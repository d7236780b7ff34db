import Testing

@testable import CairnSecurity
@testable import CairnServer

/// How new the contents of memory are, compared to the store.
@Suite struct SessionVersionTests {
  private let version = SessionVersion()

  @Test func `A session without contents is never behind`() {
    #expect(!version.isBehind(7))
  }

  @Test func `A new session isn't behind its own changes`() {
    version.noteCommitted(1)
    version.noteCommitted(2)
    #expect(!version.isBehind(2))
    #expect(version.latest == 2)
  }

  @Test func `A loaded session isn't behind the version that was loaded`() {
    version.noteLoaded(5)
    version.noteCommitted(6)
    #expect(!version.isBehind(6))
  }

  @Test func `A session is behind a version that only the browser has seen`() {
    version.noteLoaded(5)
    #expect(!version.isBehind(4))
    #expect(version.isBehind(6))
  }

  @Test func `A session is behind if another server has changed it between two changes`() {
    version.noteLoaded(5)
    version.noteCommitted(7)
    #expect(version.isBehind(0))
    version.noteCommitted(8)
    #expect(version.isBehind(0))
    version.noteCompared(8)
    #expect(!version.isBehind(8))
  }

  @Test func `A session is behind if another server has stored it first`() {
    version.noteCommitted(2)
    #expect(version.isBehind(0))
  }

  @Test func `Sessions from before versions were counted have version 0`() {
    version.noteLoaded(0)
    #expect(!version.isBehind(0))
    #expect(version.isBehind(1))
    version.noteCommitted(1)
    #expect(!version.isBehind(1))
  }

  @Test func `Contents that are loaded later don't make the others newer`() {
    version.noteLoaded(5)
    version.noteLoaded(9)
    #expect(version.isBehind(0))
  }

  @Test func `A version that the store has lost is compared until there's a later one`() {
    version.noteLoaded(5)
    version.noteCompared(5)
    #expect(version.isBehind(8))
    version.noteCommitted(6)
    #expect(version.isBehind(8))
    version.noteCommitted(7)
    version.noteCommitted(8)
    #expect(!version.isBehind(8))
  }

  @Test func `Contents that the store has lost are old`() {
    version.noteLoaded(8)
    #expect(!version.isBehind(8))
    // Another server has stored a change after the loss.
    version.noteLoaded(6)
    #expect(version.isBehind(8))
    version.noteCompared(6)
    #expect(version.isBehind(6))
  }

  @Test func `A change after a loss reveals the loss`() {
    version.noteLoaded(8)
    version.noteCommitted(6)
    #expect(version.isBehind(0))
  }

  @Test func `The result of a change can arrive after a comparison`() {
    version.noteLoaded(5)
    version.noteCompared(6)
    version.noteCommitted(6)
    #expect(!version.isBehind(6))
  }

  @Test func `A store that doesn't count versions changes nothing`() {
    version.noteLoaded(nil)
    version.noteCommitted(nil)
    version.noteCompared(nil)
    #expect(!version.isBehind(3))
    #expect(version.latest == 0)
  }

  // MARK: The cookie

  private static let session = SessionName(SessionID(bits: 0xabcd_1234_5678))
  private let seen = SeenVersion(nextTo: "cairn-80", attributes: "; Path=/")

  @Test func `The cookie contains the version`() {
    let header = seen.setCookie(42, of: Self.session)
    #expect(header == "cairn-80-seen2=42.12345678; Path=/")
    #expect(seen.version(of: Self.session, inHeader: "a=b; cairn-80-seen2=42.12345678") == 42)
  }

  @Test func `The cookie stays valid when the session gets another ID`() {
    let renewed = Self.session.renewed(as: SessionID(bits: 1))
    #expect(seen.version(of: renewed, inHeader: "cairn-80-seen2=42.12345678") == 42)
  }

  @Test(arguments: [
    nil, "", "cairn-80=42.12345678", "cairn-81-seen2=42.12345678", "cairn-80-seen2=42",
    "cairn-80-seen2=42.12345679", "cairn-80-seen2=-1.12345678", "cairn-80-seen2=x.12345678",
    "cairn-80-seen2=9007199254740992.12345678", "cairn-80-seen2=18446744073709551616.12345678",
    "cairn-80-seen2=", "cairn-80-seen2=.12345678", "cairn-80-seen=42.12345678",
    "cairn-80-seen", "cairn-80-seen2", "cairn-80-seen22=42.12345678",
  ])
  func `Cookies of other sessions and other texts are ignored`(header: String?) {
    #expect(seen.version(of: Self.session, inHeader: header) == 0)
  }

  @Test func `The latest of several cookies counts`() {
    let header = "cairn-80-seen3=7.12345678; cairn-80-seen1=9.12345678; cairn-80-seen0=8.12345678"
    #expect(seen.version(of: Self.session, inHeader: header) == 9)
  }

  @Test func `A response that arrives late doesn't replace the cookie of a later version`() {
    var cookies: [String: String] = [:]
    for version: UInt64 in [5, 7, 6] {
      let cookie = seen.setCookie(version, of: Self.session)
      let pair = cookie.prefix { $0 != ";" }.split(separator: "=")
      cookies[String(pair[0])] = String(pair[1])
    }
    let header = cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
    #expect(seen.version(of: Self.session, inHeader: header) == 7)
  }
}
