/// A scene whose lease determines which server runs it.
package struct LeasedScene: Hashable, Sendable {
  package let session: StoredSession.ID
  package let sceneID: StoredScene.Mark

  package init(session: StoredSession.ID, sceneID: StoredScene.Mark) {
    self.session = session
    self.sceneID = sceneID
  }
}
