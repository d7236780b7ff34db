extension SessionStore {
  /// Returns the stored data that a request needs, all from the same point in time.
  public func load(
    _ query: SessionQuery
  ) async throws(SessionStoreError) -> SessionLoadResult {
    try await withCheckedContinuation { continuation in
      load(query) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Commits all changes of a transaction, or no changes.
  public func commit(
    _ transaction: SessionTransaction
  ) async throws(SessionStoreError) -> CommitResult {
    try await withCheckedContinuation { continuation in
      commit(transaction) { continuation.resume(returning: $0) }
    }.get()
  }
}
