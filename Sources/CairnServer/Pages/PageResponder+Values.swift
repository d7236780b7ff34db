import CairnDependencies
import CairnFeatures
import CairnHTTP
import CairnReducers
import CairnScreens
import CairnSecurity
import CairnSessions
import Foundation

extension PageResponder {
  /// A visitor whose session, where it is stored, is in memory with the values that were found.
  func visitor(_ visitor: Visitor, with findings: SessionFindings) -> Visitor {
    guard findings.lastUse != nil else { return visitor }
    var visitor = visitor
    let session = session(of: visitor)
    session.load(findings)
    visitor.session = session
    return visitor
  }

  /// Lets go of a visitor's session that is in memory and not in the store any more: another server has
  /// given it another id, or it was removed.
  func leaving(_ visitor: Visitor) -> Visitor {
    // One that is on its way there is found when it has arrived.
    if !registrar.isRenewing(visitor.id) { registrar.end(visitor.id) }
    return visitor.again(sessions, registrar.retired)
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
