import CairnSessions
import Logging
import Testing

@testable import CairnServer

/// The storage state of a scene.
@Suite struct SceneRecordTests {
  private let record: SceneRecord

  init() throws {
    let values = SessionValues(
      StoredSession.ID(bits: 1), log: SessionValueLog(logger: Logger(label: "test")))
    record = SceneRecord(sceneID: try #require(StoredScene.Mark("k3")), values: values)
  }

  private func write(isChanged: Bool) -> SceneWrite? {
    record.write(isChanged: isChanged) { [1] }
  }

  @Test func `A new scene is written once even without changes`() throws {
    let write = try #require(self.write(isChanged: false))
    #expect(write.replacing == nil)
    #expect(!record.isStored)
    #expect(!record.committed(write))
    #expect(record.isStored)
    #expect(self.write(isChanged: false) == nil)
  }

  @Test func `Each write replaces the previous one, even if that is still in progress`() throws {
    let first = try #require(self.write(isChanged: true))
    let second = try #require(self.write(isChanged: true))
    #expect(second.replacing == first.revision)
    #expect(second.revision > first.revision)
    #expect(!record.isSettled)
    #expect(!record.committed(first))
    #expect(!record.isSettled)
    #expect(!record.committed(second))
    #expect(record.isSettled)
  }

  @Test func `A change by an effect waits until earlier writes are committed`() throws {
    #expect(!record.mustWait())
    let first = try #require(self.write(isChanged: true))
    #expect(record.mustWait())
    // The scene must be stored now, because its change has waited.
    #expect(record.committed(first))
    #expect(!record.mustWait())
  }

  @Test func `After a failure, the scene is written again over the last commit`() throws {
    let first = try #require(self.write(isChanged: true))
    _ = record.committed(first)
    _ = try #require(self.write(isChanged: true))
    record.failed()
    #expect(!record.isSettled)
    let again = try #require(self.write(isChanged: false))
    #expect(again.replacing == first.revision)
  }

  @Test func `A loaded scene doesn't need to be written`() throws {
    let loaded = SceneRecord(sceneID: record.sceneID, values: record.values, revision: 7)
    #expect(loaded.isSettled)
    #expect(loaded.write(isChanged: false) { [1] } == nil)
    #expect(loaded.write(isChanged: true) { [1] }?.replacing == 7)
  }

  @Test func `A snapshot that can't be encoded doesn't count as a write`() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try record.write(isChanged: true) { throw Failure() } }
    let write = try #require(self.write(isChanged: false))
    #expect(write.replacing == nil)
  }

  @Test func `A lost scene stays lost`() {
    #expect(!record.isLost)
    record.lose()
    #expect(record.isLost)
  }
}
