import CairnDependencies
import CairnFeatures
import CairnHTTP
import CairnReducers
import CairnScreens
import CairnSecurity
import CairnSessions
import CairnTexts
import Foundation

extension PageResponder {
  /// Returns the visitor with its session in memory, including the values that were found, if the session is stored.
  func visitor(_ visitor: Visitor, with loadResult: SessionLoadResult) -> Visitor {
    guard loadResult.lastUse != nil else { return visitor }
    var visitor = visitor
    let session = session(of: visitor)
    session.load(loadResult)
    visitor.session = session
    return visitor
  }

  /// Removes a visitor's session from memory that's no longer in the store, because another server has renewed it or it
  /// was removed.
  func leaving(_ visitor: Visitor) -> Visitor {
    // A session that's being renewed can be found again when the renewal is done.
    if !registrar.isRenewing(visitor.id) { registrar.end(visitor.id) }
    return visitor.again(sessions, registrar.retired)
  }

  /// Returns the dependencies of a temporary scene for a visitor.
  func dependencies(of visitor: Visitor) -> DependencyValues {
    if let session = visitor.session { return dependencies(of: session, for: visitor.request) }
    return dependencies(
      SessionStorage(), browserSession(visitor.id), BrowserLanguages(visitor.languages),
      for: visitor.request)
  }

  /// Returns the dependencies of a temporary scene for a session.
  func dependencies(of session: Session, for request: RequestSource) -> DependencyValues {
    let identity = session.identity
    return dependencies(
      session.values.storage,
      BrowserSession(
        PageSession(
          id: identity.featuresID, owner: identity.owner?.text, registrar: registrar)),
      session.languages, for: request)
  }

  /// Returns a session without stored data, as features see it.
  func browserSession(_ id: SessionID) -> BrowserSession {
    BrowserSession(PageSession(id: UUID(session: id), registrar: registrar))
  }

  /// Returns the dependencies of a scene, or of an endpoint.
  /// - Parameters:
  ///   - base: The dependencies that an endpoint inherits, or `nil` for those of the server.
  ///   - request: The request for which the scene is created, or `nil` if there is none.
  func dependencies(
    _ storage: SessionStorage, _ session: BrowserSession,
    _ languages: BrowserLanguages = BrowserLanguages(), from base: DependencyValues? = nil,
    for request: RequestSource? = nil
  ) -> DependencyValues {
    var dependencies = base ?? dependencies
    if let request { dependencies.setRequest(request) }
    dependencies.sessionStorage = storage
    dependencies.session = session
    dependencies.browserLanguages = languages
    dependencies.sceneNavigator = SceneNavigator()
    return dependencies
  }
}
