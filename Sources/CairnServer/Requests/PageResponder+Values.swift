import CairnDependencies
import CairnHTTP
import CairnReducers
import CairnScreens
import CairnSessions

extension PageResponder {
  /// Goes on when the values are in memory that the scenes of a visitor's session share.
  ///
  /// A session that is in memory has them there; of another one nothing but its values is loaded.
  func withValues(
    of visitor: Visitor, _ body: @escaping @Sendable (Visitor) -> HTTPAnswer
  ) -> HTTPAnswer {
    guard !visitor.isNew, visitor.session?.values.isLoaded != true else { return body(visitor) }
    let pending = PendingAnswer()
    keeper.find(SessionQuery(session: StoredSession.ID(bits: visitor.id.bits))) { [self] result in
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
    session.values.load(findings.values)
    visitor.session = session
    return visitor
  }

  /// The dependencies of a page that is only made for a visitor.
  func dependencies(of visitor: Visitor) -> DependencyValues {
    if let session = visitor.session { return dependencies(of: session) }
    return dependencies(SessionStorage(), BrowserSession(visitor.id, key: identityKey))
  }

  /// The dependencies of a session's scenes.
  func dependencies(of session: Session) -> DependencyValues {
    dependencies(session.values.storage, session.identity)
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
