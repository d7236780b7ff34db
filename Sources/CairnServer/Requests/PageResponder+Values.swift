import CairnDependencies
import CairnHTTP
import CairnReducers
import CairnScreens
import CairnSessions
import Foundation

extension PageResponder {
  /// Goes on when the values are in memory that the scenes of a visitor's session share.
  ///
  /// A session that is in memory has them there; of another one nothing but its values is loaded.
  func withValues(
    of visitor: Visitor, _ body: @escaping @Sendable (Visitor) -> HTTPAnswer
  ) -> HTTPAnswer {
    guard !visitor.isNew, visitor.session?.values.isLoaded != true else { return body(visitor) }
    let pending = PendingAnswer()
    let query = SessionQuery(session: StoredSession.ID(bits: visitor.id.bits))
    keeper.find(query, workload.onward) { [self] result in
      switch result {
      case .failure: pending.fulfil(unavailable())
      case .success(let findings): pending.fulfil(body(self.visitor(visitor, with: findings)))
      }
    }
    return pending.answer
  }

  /// A visitor whose session, where it is stored, is in memory with the values that were found.
  func visitor(_ visitor: Visitor, with findings: SessionFindings) -> Visitor {
    guard findings.lastUse != nil else { return visitor }
    var visitor = visitor
    let session = session(of: visitor)
    session.load(findings)
    visitor.session = session
    return visitor
  }

  /// The dependencies of a page that is only made for a visitor.
  func dependencies(of visitor: Visitor) -> DependencyValues {
    if let session = visitor.session { return dependencies(of: session) }
    return dependencies(SessionStorage(), browserSession(visitor.id))
  }

  /// The dependencies of what is only made for a page of a session.
  func dependencies(of session: Session) -> DependencyValues {
    let identity = session.identity
    return dependencies(
      session.values.storage,
      BrowserSession(
        PageSession(
          id: identity.featuresID, owner: identity.owner?.text, registrar: registrar)))
  }

  /// A session that has nothing yet, as features know it.
  func browserSession(_ id: SessionID) -> BrowserSession {
    BrowserSession(PageSession(id: UUID(session: id, key: identityKey), registrar: registrar))
  }

  /// The dependencies of scenes.
  func dependencies(
    _ storage: SessionStorage, _ session: BrowserSession
  ) -> DependencyValues {
    var dependencies = dependencies
    dependencies.sessionStorage = storage
    dependencies.session = session
    dependencies.sceneNavigator = SceneNavigator()
    return dependencies
  }
}
