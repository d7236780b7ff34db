import CairnSessions
import Testing

struct ValueTests {
  @Test func `IDs have 16 bytes`() throws {
    let bytes = (0..<16).map { UInt8($0) }
    let id = try #require(StoredSession.ID(bytes: bytes))
    #expect(id.bytes == bytes)
    #expect(id.description == "00010203…")
    #expect(id.shardKey == 0x0e0f)
    #expect(StoredSession.ID(bytes: bytes.dropLast()) == nil)
    #expect(StoredSession.ID(bytes: bytes + [0]) == nil)
  }

  @Test func `Digests have 32 bytes`() throws {
    let bytes = (0..<32).map { UInt8($0) }
    #expect(StoredSubmission.Digest(bytes: bytes)?.bytes == bytes)
    #expect(StoredSubmission.Digest(bytes: bytes.dropLast()) == nil)
    #expect(StoredSubmission.Digest(bytes: bytes + [0]) == nil)
  }

  @Test func `Marks are short texts`() {
    #expect(StoredScene.Mark("k3")?.text == "k3")
    #expect(StoredScene.Mark("") == nil)
    #expect(StoredScene.Mark("a\0b") == nil)
    #expect(StoredScene.Mark(String(repeating: "é", count: 16)) != nil)
    #expect(StoredScene.Mark(String(repeating: "é", count: 16) + "a") == nil)
  }

  @Test func `Marks are compared as bytes`() {
    #expect(StoredScene.Mark("\u{E9}") != StoredScene.Mark("e\u{301}"))
  }

  @Test func `Owners are texts of up to 256 bytes`() {
    #expect(StoredSession.Owner("Blob")?.text == "Blob")
    #expect(StoredSession.Owner("") == nil)
    #expect(StoredSession.Owner(String(repeating: "é", count: 128)) != nil)
    #expect(StoredSession.Owner(String(repeating: "é", count: 128) + "a") == nil)
    #expect(StoredSession.Owner("\u{E9}") != StoredSession.Owner("e\u{301}"))
  }

  @Test func `The description of an owner hides its text`() {
    #expect(StoredSession.Owner("blob@example.com").map { "\($0)" } == "owner, 16 bytes")
    #expect(StoredSession.Owner("blob@example.com").map { "\([$0])" } == "[owner, 16 bytes]")
  }

  @Test func `The description of a scene hides its snapshot`() throws {
    let scene = StoredScene(
      mark: try #require(StoredScene.Mark("k3")), revision: 7, payload: Array("secret".utf8),
      lastUse: SessionTime(microsecondsSince1970: 0))
    #expect("\(scene)" == "scene k3, revision 7, 6 bytes")
  }

  @Test func `The description of values hides their content`() {
    #expect("\(StoredValues(revision: 7, payload: [1, 2]))" == "values, revision 7, 2 bytes")
  }

  @Test func `A use of values contains the expected revision`() {
    let write = ValuesWrite(replacing: 3, revision: 4, payload: [])
    #expect(ValueOperation.write(write).expected == 3)
    #expect(ValueOperation.write(write).write == write)
    #expect(ValueOperation.read(revision: 5).expected == 5)
    #expect(ValueOperation.read(revision: nil).write == nil)
  }

  @Test func `A failure explains the problem and the solution`() {
    #expect("\(SessionStoreError.closed)".hasPrefix("The session store was closed. Close it"))
    #expect(!SessionStoreError.closed.isTemporary)
    #expect(SessionStoreError(.busy, reason: "", recoverySuggestion: "").isTemporary)
  }
}
