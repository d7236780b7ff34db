import CairnSQLite
import CairnSessions
import Foundation
import Testing

/// A temporary directory that's removed after the test.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path(percentEncoded: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a session store in the directory.
  var file: String { path + "/sessions.sqlite" }
}

/// Returns the expected failure of a body.
func failure(
  of body: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> SessionStoreError {
  let error = await #expect(throws: SessionStoreError.self, sourceLocation: sourceLocation) {
    try await body()
  }
  return try #require(error, sourceLocation: sourceLocation)
}

extension SessionTransaction {
  init(_ session: Int, at time: Int64 = 1) {
    self.init(
      session: StoredSession.ID(bits: UInt128(session)),
      time: SessionTime(microsecondsSince1970: time))
  }

  func writing(
    _ sceneID: String = "k3", replacing: UInt64? = nil, revision: UInt64 = 1,
    payload: [UInt8] = [1, 2, 3]
  ) -> SessionTransaction {
    var copy = self
    copy.writes.append(
      SceneWrite(
        mark: StoredScene.Mark(known: sceneID), replacing: replacing, revision: revision,
        payload: payload))
    return copy
  }
}

extension SessionStore {
  func scene(_ sceneID: String = "k3", of session: Int) async throws -> StoredScene? {
    try await load(
      SessionQuery(
        session: StoredSession.ID(bits: UInt128(session)),
        mark: StoredScene.Mark(known: sceneID))
    ).scene
  }
}
