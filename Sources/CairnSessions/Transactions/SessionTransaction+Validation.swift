extension SessionTransaction {
  /// The error with which every store rejects the transaction, or `nil` if the transaction is acceptable.
  ///
  /// It doesn't depend on the stored data. A store checks it before anything else.
  public var refusal: SessionStoreError? {
    if let mistake { return .invalid(mistake) }
    let size = writtenBytes
    guard size > limits.largestSession else { return nil }
    return SessionStoreError(
      .tooLarge,
      reason:
        "A transaction writes \(size) bytes, and a session may have \(limits.largestSession).",
      advice:
        "Nothing was stored. Keep less in the state of a scene, raise the limits, or the store's capacity."
    )
  }

  /// A description of what's wrong with the transaction, or `nil` if it's valid.
  ///
  /// It doesn't depend on the stored data. Every store rejects an invalid transaction with
  /// ``SessionStoreError/Kind/invalid``.
  public var mistake: String? {
    if !limits.areValid { return "A limit is less than 1." }
    if renaming == session { return "Session \(session) is to have the id that it has." }
    for write in writes {
      if write.payload.count > StoredScene.maximumPayload {
        return """
          The snapshot of scene \(write.mark) has \(write.payload.count) bytes, and \
          \(StoredScene.maximumPayload) are the most.
          """
      }
      if write.revision == write.replacing {
        return "Scene \(write.mark) is written with the revision that it replaces."
      }
    }
    if let write = values?.write {
      if write.payload.count > StoredValues.maximumPayload {
        return """
          The values of the session have \(write.payload.count) bytes, and \
          \(StoredValues.maximumPayload) are the most.
          """
      }
      if write.revision == write.replacing {
        return "The values of the session are written with the revision that they replace."
      }
    }
    guard writes.count + removals.count > 1 else { return nil }
    var marks: Set<StoredScene.Mark> = []
    for mark in writes.map(\.mark) + removals.map(\.mark) {
      guard marks.insert(mark).inserted else { return "Scene \(mark) is changed twice." }
    }
    return nil
  }
}
