extension SessionTransaction {
  /// Returns the scenes of the transaction's session to evict after the transaction, oldest first.
  ///
  /// - Parameters:
  ///   - count: The number of scenes in the session, including the transaction's changes.
  ///   - bytes: The size of the session in bytes, including the transaction's changes.
  ///   - scenes: Returns all scenes of the session in any order. Called only if scenes must be evicted.
  package func evictions(
    count: Int, bytes: Int, among scenes: () throws -> [SceneSummary]
  ) rethrows -> [SceneSummary] {
    guard storesSomething else { return [] }
    var count = bearsScenes ? count - limits.scenesPerSession : 0
    var bytes = bytes - limits.largestSession
    guard count > 0 || bytes > 0 else { return [] }
    let used = usedSceneIDs
    return try Array(
      scenes().filter { !used.contains($0.mark) }.oldestFirst
        .prefix { scene in
          guard count > 0 || bytes > 0 else { return false }
          count -= 1
          bytes -= scene.size
          return true
        })
  }

  /// The number of bytes that the transaction writes.
  var writtenBytes: Int {
    writes.reduce((values?.write?.payload.count ?? 0) + (answer?.size ?? 0)) {
      $0 + $1.payload.count
    }
  }
}

extension SubmissionAnswer {
  /// The number of bytes that the answer adds to its session.
  ///
  /// It consists of the text, the nonce (16), the digest (32), and the time of issue (8).
  package var size: Int { Self.fixedSize + text.utf8.count }

  /// The number of bytes of an answer without its text.
  package static let fixedSize = 56
}
