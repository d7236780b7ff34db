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
        "A transaction writes \(size) bytes, but a session is limited to \(limits.largestSession).",
      recoverySuggestion:
        "Nothing was stored. Keep less in the state of a scene, or raise the limits or the store's capacity."
    )
  }

  /// A description of what's wrong with the transaction, or `nil` if it's valid.
  ///
  /// It doesn't depend on the stored data. Every store rejects an invalid transaction with
  /// ``SessionStoreError/Kind/invalid``.
  public var mistake: String? {
    if !limits.areValid { return "A limit is less than 1." }
    if renaming == session {
      return "The new ID of session \(session) is the same as its current ID."
    }
    for write in writes {
      if write.payload.count > StoredScene.maximumPayload {
        return """
          The snapshot of scene \(write.mark) has \(write.payload.count) bytes, but the \
          maximum is \(StoredScene.maximumPayload).
          """
      }
      if write.revision == write.replacing {
        return "The new revision of scene \(write.mark) is the same as the one it replaces."
      }
    }
    if let write = values?.write {
      if write.payload.count > StoredValues.maximumPayload {
        return """
          The values of the session have \(write.payload.count) bytes, but the \
          maximum is \(StoredValues.maximumPayload).
          """
      }
      if write.revision == write.replacing {
        return "The new revision of the session's values is the same as the one it replaces."
      }
    }
    guard writes.count + removals.count > 1 else { return nil }
    var sceneIDs: Set<StoredScene.Mark> = []
    for sceneID in writes.map(\.mark) + removals.map(\.mark) {
      guard sceneIDs.insert(sceneID).inserted else { return "Scene \(sceneID) is changed twice." }
    }
    return nil
  }
}
