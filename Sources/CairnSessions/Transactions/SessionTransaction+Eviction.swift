extension SessionTransaction {
  /// Which scenes of its session go after the transaction, the oldest first.
  ///
  /// - Parameters:
  ///   - count: How many scenes the session has with the transaction.
  ///   - bytes: How many bytes it has with the transaction.
  ///   - scenes: All its scenes, in any order. Asked for only where some have to go.
  package func evictions(
    count: Int, bytes: Int, among scenes: () throws -> [SceneSummary]
  ) rethrows -> [SceneSummary] {
    guard storesSomething else { return [] }
    var count = bearsScenes ? count - limits.scenesPerSession : 0
    var bytes = bytes - limits.largestSession
    guard count > 0 || bytes > 0 else { return [] }
    let used = usedMarks
    return try Array(
      scenes().filter { !used.contains($0.mark) }.oldestFirst
        .prefix { scene in
          guard count > 0 || bytes > 0 else { return false }
          count -= 1
          bytes -= scene.size
          return true
        })
  }

  /// The bytes that the transaction writes.
  var writtenBytes: Int {
    writes.reduce((values?.write?.payload.count ?? 0) + (answer?.size ?? 0)) {
      $0 + $1.payload.count
    }
  }
}

extension SubmissionAnswer {
  /// The bytes that it counts in its session: those of the text, of the nonce (16) and of the digest
  /// (32), and the time of issue (8).
  package var size: Int { Self.fixedSize + text.utf8.count }

  /// What each counts beside its text.
  package static let fixedSize = 56
}
