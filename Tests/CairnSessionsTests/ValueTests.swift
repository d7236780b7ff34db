import CairnSessions
import Testing

struct ValueTests {
  @Test func idsAreSixteenBytes() throws {
    let bytes = (0..<16).map { UInt8($0) }
    let id = try #require(StoredSession.ID(bytes: bytes))
    #expect(id.bytes == bytes)
    #expect(id.description == "00010203…")
    #expect(StoredSession.ID(bytes: bytes.dropLast()) == nil)
    #expect(StoredSession.ID(bytes: bytes + [0]) == nil)
  }

  @Test func digestsAreThirtyTwoBytes() throws {
    let bytes = (0..<32).map { UInt8($0) }
    #expect(StoredSubmission.Digest(bytes: bytes)?.bytes == bytes)
    #expect(StoredSubmission.Digest(bytes: bytes.dropLast()) == nil)
    #expect(StoredSubmission.Digest(bytes: bytes + [0]) == nil)
  }

  @Test func marksAreShortTexts() {
    #expect(StoredScene.Mark("k3")?.text == "k3")
    #expect(StoredScene.Mark("") == nil)
    #expect(StoredScene.Mark("a\0b") == nil)
    #expect(StoredScene.Mark(String(repeating: "é", count: 16)) != nil)
    #expect(StoredScene.Mark(String(repeating: "é", count: 16) + "a") == nil)
  }

  @Test func marksDifferWhereTheirBytesDo() {
    #expect(StoredScene.Mark("\u{E9}") != StoredScene.Mark("e\u{301}"))
  }

  @Test func ownersAreTextsOfUpTo256Bytes() {
    #expect(StoredSession.Owner("Blob")?.text == "Blob")
    #expect(StoredSession.Owner("") == nil)
    #expect(StoredSession.Owner(String(repeating: "é", count: 128)) != nil)
    #expect(StoredSession.Owner(String(repeating: "é", count: 128) + "a") == nil)
    #expect(StoredSession.Owner("\u{E9}") != StoredSession.Owner("e\u{301}"))
  }

  @Test func anOwnerShowsNothingOfItself() {
    #expect(StoredSession.Owner("blob@example.com").map { "\($0)" } == "owner, 16 bytes")
    #expect(StoredSession.Owner("blob@example.com").map { "\([$0])" } == "[owner, 16 bytes]")
  }

  @Test func aSceneShowsNothingOfItsSnapshot() throws {
    let scene = StoredScene(
      mark: try #require(StoredScene.Mark("k3")), revision: 7, payload: Array("secret".utf8),
      lastUse: SessionTime(microsecondsSince1970: 0))
    #expect("\(scene)" == "scene k3, revision 7, 6 bytes")
  }

  @Test func valuesShowNothingOfThemselves() {
    #expect("\(StoredValues(revision: 7, payload: [1, 2]))" == "values, revision 7, 2 bytes")
  }

  @Test func whatATransactionExpectsOfValues() {
    let write = ValuesWrite(replacing: 3, revision: 4, payload: [])
    #expect(ValuesUse.write(write).expected == 3)
    #expect(ValuesUse.write(write).write == write)
    #expect(ValuesUse.read(revision: 5).expected == 5)
    #expect(ValuesUse.read(revision: nil).write == nil)
  }

  @Test func aFailureSaysWhatIsSoAndWhatToDo() {
    #expect("\(SessionStoreError.closed)".hasPrefix("The session store was closed. Close it"))
    #expect(!SessionStoreError.closed.isTemporary)
    #expect(SessionStoreError(.busy, reason: "", advice: "").isTemporary)
  }
}
