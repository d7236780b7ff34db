import CairnRedis
import CairnSessions
import Foundation
import Testing

extension RedisSessionStore {
  /// Opens a store whose operations have time on a slow machine.
  ///
  /// - Parameter change: Changes the other options.
  convenience init(
    _ url: String, environment: [String: String] = [:],
    change: (inout Configuration) -> Void = { _ in }
  ) throws {
    var configuration = try Configuration(url: url, environment: environment)
    configuration.timeout = .seconds(60)
    configuration.leaseDuration = .seconds(60)
    change(&configuration)
    try self.init(configuration: configuration)
  }
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

extension StoredSubmission {
  /// Returns the submission with which a scene gets a revision.
  static func test(_ revision: UInt64) -> StoredSubmission {
    StoredSubmission(
      nonce: UInt128(revision), digest: StoredSubmission.Digest(high: 0, low: 0),
      issued: revision)
  }
}

extension SessionTransaction {
  /// Creates a transaction that gives the only scene of a session a revision, and answers a submission with it.
  init(_ session: Int, revision: UInt64, size: Int = 1000) {
    self.init(session: .test(session), time: SessionTime(microsecondsSince1970: Int64(revision)))
    writes = [
      SceneWrite(
        mark: .test, replacing: revision == 1 ? nil : revision - 1, revision: revision,
        payload: Array(repeating: UInt8(truncatingIfNeeded: revision), count: size))
    ]
    answer = SubmissionAnswer(.test(revision), text: "\(revision)")
  }
}

extension StoredSession.ID {
  static func test(_ session: Int) -> StoredSession.ID { StoredSession.ID(bits: UInt128(session)) }
}

extension StoredScene.Mark {
  static let test = StoredScene.Mark(known: "k3")
}

extension LeaseHolder {
  /// Gets the lease of a scene.
  func claim(_ scene: LeasedScene) async throws(SessionStoreError) -> Lease {
    try await withCheckedContinuation { continuation in
      claim(scene) { continuation.resume(returning: $0) }
    }.get()
  }
}

extension SessionStore {
  /// Returns the revision of the only scene of a session.
  func revision(of session: Int) async throws -> UInt64? {
    try await load(SessionQuery(session: .test(session), mark: .test)).scene?.revision
  }

  /// Gives sessions one revision after the other, at the same time, and expects each commit to succeed.
  ///
  /// - Parameter acknowledged: Called after each commit with the number of all commits so far.
  func count(
    sessions: ClosedRange<Int>, to last: UInt64,
    acknowledged: @escaping @Sendable () async throws -> Void = {}
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for session in sessions {
        group.addTask {
          for revision in 1...last {
            let result = try await commit(SessionTransaction(session, revision: revision))
            #expect(result == .committed(EvictionReport(), version: revision))
            try await acknowledged()
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Expects the sessions to have the last revision of ``count(sessions:to:acknowledged:)``.
  func expect(sessions: ClosedRange<Int>, at last: UInt64) async throws {
    for session in sessions {
      let loadResult = try await load(
        SessionQuery(session: .test(session), mark: .test, submission: .test(last)))
      #expect(loadResult.scene?.revision == last)
      #expect(loadResult.submission == .answered("\(last)"))
    }
  }
}
