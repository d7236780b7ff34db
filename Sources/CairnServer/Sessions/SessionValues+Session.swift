import CairnSessions

/// Changes of the stored session that don't depend on its values.
extension SessionValues {
  /// Removes the session from the store, and prevents further changes from being stored.
  /// - Parameters:
  ///   - id: The ID for which this was requested.
  ///   - holder: The endpoint that has requested it. It's a conflict if a submission has requested another ID or the end.
  ///     `nil` for a submission.
  func end(
    _ id: StoredSession.ID, for holder: SessionPhase.Holder? = nil,
    by remove:
      @escaping @Sendable (
        _ completion: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
      ) -> Void,
    conclude: @escaping @Sendable () -> Void,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    mailbox.perform(.renewal) { [self] turn in
      guard !mailbox.isClosed, mailbox.id == id else {
        return completion(.success(.conflict([])))
      }
      guard mailbox.beginRenewal(turn, by: holder) else {
        return completion(.success(.conflict([])))
      }
      remove { [self] result in
        if case .success = result {
          conclude()
          mailbox.close()
        } else {
          takeBack()
        }
        mailbox.endRenewal()
        completion(result.map { .committed(EvictionReport()) })
      }
    }
  }

  /// Commits a change that wasn't made by a submission, for any values. Such a change can't be processed again.
  func commitChange(
    _ transaction: SessionTransaction, to store: any SessionStore,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    mailbox.perform(.scene) { [mailbox, version] _ in
      guard !mailbox.isClosed else { return completion(.success(.conflict([]))) }
      var transaction = transaction
      transaction.session = mailbox.id
      store.commit(transaction) { result in
        version.noteCommitted(result.version)
        completion(result)
      }
    }
  }
}
