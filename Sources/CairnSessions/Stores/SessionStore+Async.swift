extension SessionStore {
  /// Loads what a request has to know, from one moment.
  public func load(
    _ query: SessionQuery
  ) async throws(SessionStoreError) -> SessionFindings {
    try await withCheckedContinuation { continuation in
      load(query) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Commits the changes of an action, all or none.
  public func commit(
    _ transaction: SessionTransaction
  ) async throws(SessionStoreError) -> CommitVerdict {
    try await withCheckedContinuation { continuation in
      commit(transaction) { continuation.resume(returning: $0) }
    }.get()
  }
}
