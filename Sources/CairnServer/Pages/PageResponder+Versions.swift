import CairnHTTP
import CairnSessions

/// Servers that share a store, and their memory.
extension PageResponder {
  /// Returns whether the session in memory may be older than what a visitor's browser has seen.
  func isBehind(_ session: Session?, _ visitor: Visitor) -> Bool {
    guard sharesStore, let session else { return false }
    return session.version.isBehind(visitor.seenVersion)
  }

  /// Brings a session in memory up to date. Scenes that another server has changed are removed from memory.
  /// - Parameters:
  ///   - onward: Where the work continues.
  ///   - completion: Called with whether the store could be read.
  func refresh(
    _ session: Session, for visitor: Visitor, _ onward: @escaping Workload.Onward,
    completion: @escaping @Sendable (_ isDone: Bool) -> Void
  ) {
    let seen = visitor.seenVersion
    let latest = session.version.latest
    let id = session.id
    keeper.find(SessionQuery(session: id), onward, in: visitor.trace) { [self] result in
      guard case .success(let loadResult) = result else { return completion(false) }
      guard loadResult.lastUse != nil else {
        if session.mailbox.isStored { _ = leaving(visitor) }
        session.version.noteCompared(nil, latest: latest, seen: seen)
        return completion(true)
      }
      Task { [self] in
        do throws(SessionStoreError) {
          let stored = try await keeper.store.scenes(of: id)
          onward { [self] in
            session.load(loadResult)
            for scene in session.scenes(olderThan: stored) { drop(scene, of: session) }
            session.version.noteCompared(loadResult.version, latest: latest, seen: seen)
            completion(true)
          }
        } catch {
          onward { completion(false) }
        }
      }
    }
  }

  /// Returns the answer with the version of the session, if the browser has only seen an older one.
  func noting(_ session: Session?, _ visitor: Visitor, in answer: HTTPAnswer) -> HTTPAnswer {
    guard sharesStore, let session else { return answer }
    return answer.map { [self] response in
      var response = response
      note(session, visitor, in: &response)
      return response
    }
  }

  /// Adds the version of the session to a response, if the browser has only seen an older one.
  func note(_ session: Session, _ visitor: Visitor, in response: inout HTTPResponse) {
    guard sharesStore else { return }
    let version = session.version.latest
    guard version > visitor.seenVersion else { return }
    response.headers.append(
      "Set-Cookie", visitor.cookie.seen.setCookie(version, of: session.identity.name))
  }
}
