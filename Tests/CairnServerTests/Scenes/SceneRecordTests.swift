import CairnSessions
import Logging
import Testing

@testable import CairnServer

/// How far a scene is stored.
@Suite struct SceneRecordTests {
  private let record: SceneRecord

  init() throws {
    let values = SessionValues(
      StoredSession.ID(bits: 1), log: SessionValueLog(logger: Logger(label: "test")))
    record = SceneRecord(mark: try #require(StoredScene.Mark("k3")), values: values)
  }

  private func write(isChanged: Bool) -> SceneWrite? {
    record.write(isChanged: isChanged) { [1] }
  }

  @Test func `a new scene is written though nothing has changed, once`() throws {
    let write = try #require(self.write(isChanged: false))
    #expect(write.replacing == nil)
    #expect(!record.isStored)
    #expect(!record.committed(write))
    #expect(record.isStored)
    #expect(self.write(isChanged: false) == nil)
  }

  @Test func `each write replaces the one before, which may still be on its way`() throws {
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

  @Test func `a change that nobody waits for waits until the way is free`() throws {
    #expect(!record.mustWait())
    let first = try #require(self.write(isChanged: true))
    #expect(record.mustWait())
    // It has to be looked after now.
    #expect(record.committed(first))
    #expect(!record.mustWait())
  }

  @Test func `after a failure, the scene is written again in place of what is committed`() throws {
    let first = try #require(self.write(isChanged: true))
    _ = record.committed(first)
    _ = try #require(self.write(isChanged: true))
    record.failed()
    #expect(!record.isSettled)
    let again = try #require(self.write(isChanged: false))
    #expect(again.replacing == first.revision)
  }

  @Test func `a scene that was loaded is not due`() throws {
    let loaded = SceneRecord(mark: record.mark, values: record.values, revision: 7)
    #expect(loaded.isSettled)
    #expect(loaded.write(isChanged: false) { [1] } == nil)
    #expect(loaded.write(isChanged: true) { [1] }?.replacing == 7)
  }

  @Test func `a snapshot that can't be encoded takes no place`() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try record.write(isChanged: true) { throw Failure() } }
    let write = try #require(self.write(isChanged: false))
    #expect(write.replacing == nil)
  }

  @Test func `a lost scene stays lost`() {
    #expect(!record.isLost)
    record.lose()
    #expect(record.isLost)
  }
}
