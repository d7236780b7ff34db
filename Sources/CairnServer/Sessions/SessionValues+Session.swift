import CairnSessions

/// What is stored of a session whatever its values are.
extension SessionValues {
  /// Removes the session from the store, and lets nothing be stored of it any more.
  /// - Parameters:
  ///   - id: The id with which that was asked for.
  ///   - remove: Removes it.
  func end(
    _ id: StoredSession.ID,
    by remove:
      @escaping @Sendable (
        _ completion: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
      ) -> Void,
    conclude: @escaping @Sendable () -> Void,
    completion: @escaping @Sendable (Result<CommitVerdict, SessionStoreError>) -> Void
  ) {
    mailbox.perform(.renewal) { [self] turn in
      guard !mailbox.isClosed, mailbox.id == id else {
        return completion(.success(.conflict([])))
      }
      mailbox.beginRenewal(turn)
      remove { [self] result in
        if case .success = result {
          conclude()
          mailbox.close()
        } else {
          takeBack()
        }
        mailbox.endRenewal()
        completion(result.map { .committed(Evictions()) })
      }
    }
  }

  /// Commits a change that no submission has made, whatever the values are: it can not be worked on again.
  func commitChange(
    _ transaction: SessionTransaction, to store: any SessionStore,
    completion: @escaping @Sendable (Result<CommitVerdict, SessionStoreError>) -> Void
  ) {
    mailbox.perform(.scene) { [mailbox] _ in
      guard !mailbox.isClosed else { return completion(.success(.conflict([]))) }
      var transaction = transaction
      transaction.session = mailbox.id
      store.commit(transaction, completion: completion)
    }
  }
}
