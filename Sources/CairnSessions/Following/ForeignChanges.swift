import Synchronization

/// Distinguishes the changes of sessions that other servers have made from a server's own changes.
///
/// A store announces each change to all servers, including the one that has made it.
package final class ForeignChanges: Sendable {
  /// An announcement, from the point of view of one server.
  package enum News: Hashable, Sendable {
    case began
    /// Another server has changed the session.
    case changed(SessionChange)
    /// This server has changed the session, and already knows the result.
    case ownChange(version: UInt64)
    case ended
  }

  private final class Listener: Sendable {
    let commits = Mutex(OwnCommits())
    let onNews: @Sendable (News) -> Void

    init(_ onNews: @escaping @Sendable (News) -> Void) { self.onNews = onNews }

    func receive(_ announcement: SessionAnnouncement) {
      for news in commits.withLock({ $0.receive(announcement) }) { onNews(news) }
    }
  }

  private let listeners = Mutex<[StoredSession.ID: [Listener]]>([:])
  /// The number of sessions with listeners. With this, a commit usually doesn't take the lock.
  private let count = Atomic(0)

  package init() {}

  /// Listens to a session in a store.
  ///
  /// - Parameter onNews: Called on any thread, and must be quick.
  /// - Returns: `nil` if the store doesn't announce changes.
  package func listen(
    to session: StoredSession.ID, in store: any SessionStore,
    onNews: @escaping @Sendable (News) -> Void
  ) -> SessionListening? {
    let listener = Listener(onNews)
    add(listener, to: session)
    guard let listening = store.listen(to: session, onAnnouncement: { listener.receive($0) }) else {
      remove(listener, from: session)
      return nil
    }
    return SessionListening { [weak self] in
      listening.cancel()
      self?.remove(listener, from: session)
    }
  }

  /// Passes a transaction to a store, and calls the completion with its result.
  package func commit(
    _ transaction: SessionTransaction, to store: any SessionStore,
    completion: @escaping @Sendable (Result<CommitResult, SessionStoreError>) -> Void
  ) {
    guard count.load(ordering: .acquiring) > 0, transaction.changesSession,
      let listeners = listeners.withLock({ $0[transaction.session] })
    else { return store.commit(transaction, completion: completion) }
    for listener in listeners { listener.commits.withLock { $0.began() } }
    store.commit(transaction) { result in
      // The caller knows the result before it gets the announcements that have waited.
      completion(result)
      let version: UInt64? = if case .success(let result) = result { result.version } else { nil }
      for listener in listeners {
        for news in listener.commits.withLock({ $0.ended(version: version) }) {
          listener.onNews(news)
        }
      }
    }
  }

  private func add(_ listener: Listener, to session: StoredSession.ID) {
    listeners.withLock { listeners in
      listeners[session, default: []].append(listener)
      count.store(listeners.count, ordering: .releasing)
    }
  }

  private func remove(_ listener: Listener, from session: StoredSession.ID) {
    listeners.withLock { listeners in
      listeners[session]?.removeAll { $0 === listener }
      if listeners[session]?.isEmpty == true { listeners[session] = nil }
      count.store(listeners.count, ordering: .releasing)
    }
  }
}
