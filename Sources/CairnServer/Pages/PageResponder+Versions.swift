import CairnHTTP
import CairnSessions

/// Servers that share a store, and their memory.
extension PageResponder {
  /// Returns whether the session in memory may be older than what a visitor's browser has seen.
  func isBehind(
    _ session: Session?, _ visitor: Visitor, after refresh: SessionRefresh = .open
  ) -> Bool {
    guard sharesStore, refresh == .open, let session else { return false }
    return session.version.isBehind(visitor.seenVersion)
  }

  /// Returns whether a session in memory must be compared with the store before a page is made from it.
  func mustCompare(
    _ session: Session?, _ visitor: Visitor, after refresh: SessionRefresh = .open
  ) -> Bool {
    isBehind(session, visitor, after: refresh) || mayHaveEnded(session, after: refresh)
  }

  /// Returns whether a signed-in session in memory may have ended on another server.
  ///
  /// Its browser may not know, because another browser of the user can end it. Only the store knows, so it's asked once
  /// per request.
  func mayHaveEnded(_ session: Session?, after refresh: SessionRefresh = .open) -> Bool {
    guard sharesStore, refresh == .open, let session else { return false }
    return session.identity.owner != nil && session.mailbox.isStored
  }

  /// Returns whether a signed-in session in memory has ended, and the store has another session with its ID.
  ///
  /// A browser keeps its cookie when its session ends, so its next form begins another session with the ID.
  func isReplaced(_ session: Session?, by loadResult: SessionLoadResult) -> Bool {
    guard sharesStore, loadResult.lastUse != nil, let owner = session?.identity.owner else {
      return false
    }
    return loadResult.owner != owner
  }

  /// Brings a session in memory up to date. Scenes that another server has changed or removed are removed from memory. A
  /// session that isn't in the store anymore is removed as well.
  /// - Parameters:
  ///   - onward: Where the work continues.
  ///   - completion: Called with the result.
  func refresh(
    _ session: Session, for visitor: Visitor, _ onward: @escaping Workload.Onward,
    completion: @escaping @Sendable (SessionRefresh) -> Void
  ) {
    let id = session.id
    // Later scenes are loaded from the store, or aren't in it yet.
    let scenes = session.storedScenes
    keeper.find(SessionQuery(session: id), onward, in: visitor.trace) { [self] result in
      guard case .success(let loadResult) = result else { return completion(.failed) }
      guard loadResult.lastUse != nil else {
        if session.mailbox.isStored { _ = leaving(visitor) }
        return completion(.done)
      }
      guard !isReplaced(session, by: loadResult) else {
        _ = leaving(visitor)
        return completion(.done)
      }
      let seen = max(visitor.seenVersion, loadResult.version ?? 0)
      guard session.version.isBehind(seen) else { return completion(.done) }
      Task { [self] in
        do throws(SessionStoreError) {
          let stored = try await keeper.store.scenes(of: id)
          onward { [self] in
            session.load(loadResult)
            for scene in scenes where scene.record?.isCurrent(in: stored) == false {
              drop(scene, of: session)
            }
            session.version.noteCompared(loadResult.version)
            completion(.done)
          }
        } catch {
          onward { completion(.failed) }
        }
      }
    }
  }

  /// Loads the version of a form's session if another server has processed the form. The response to the form must not
  /// lead to a page from before it.
  /// - Parameters:
  ///   - outcome: The outcome of storing the form's scene.
  ///   - onward: Where the work continues if it had to wait.
  ///   - completion: Called with the outcome, which is a failure if the version can't be loaded.
  func compare(
    _ session: Session, after outcome: SceneKeeper.Outcome, _ onward: @escaping Workload.Onward,
    in trace: RequestTrace?, completion: @escaping @Sendable (SceneKeeper.Outcome) -> Void
  ) {
    guard sharesStore, case .answered = outcome else { return completion(outcome) }
    keeper.find(SessionQuery(session: session.id), onward, in: trace) { result in
      switch result {
      case .success(let loadResult):
        session.version.noteLoaded(loadResult.version)
        completion(outcome)
      case .failure(let error): completion(.failed(error))
      }
    }
  }

  /// Returns the answer, which tells the browser the version of its session if it's newer than the one that it has seen.
  /// - Parameter session: The session, or `nil` if it wasn't in memory when the request arrived.
  func noting(_ session: Session?, _ visitor: Visitor, in answer: HTTPAnswer) -> HTTPAnswer {
    guard sharesStore, !visitor.isNew else { return answer }
    return answer.map { [self] response in
      guard let session = session ?? sessions.peek(visitor.id) else { return response }
      var response = response
      note(session, visitor, in: &response)
      return response
    }
  }

  /// Tells the browser the version of its session if it's newer than the one that it has seen.
  func note(_ session: Session, _ visitor: Visitor, in response: inout HTTPResponse) {
    guard sharesStore else { return }
    let version = session.version.latest
    guard version > visitor.seenVersion else { return }
    response.headers.append(
      "Set-Cookie", visitor.cookie.seen.setCookie(version, of: session.identity.name))
  }
}
