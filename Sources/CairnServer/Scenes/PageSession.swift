import CairnDependencies
import CairnFeatures
import CairnSessions
import Foundation
import Logging

/// The session as features see it on a page that is only viewed. It can't be renewed or ended.
struct PageSession: BrowserSessionControl {
  let id: UUID
  let owner: String?
  let registrar: SessionRegistrar

  init(id: UUID, owner: String? = nil, registrar: SessionRegistrar) {
    self.id = id
    self.owner = owner
    self.registrar = registrar
  }

  func regenerateID(owner: String?) -> BrowserSession.Renewal {
    refuse()
    return BrowserSession.Renewal(previousID: id, id: id)
  }

  func end() { refuse() }

  func endAll(for owner: String, exceptCurrent: Bool) async throws { refuse() }

  private func refuse() {
    registrar.logger.warning(
      """
      A page that was only viewed tried to renew or end its session, for example in 'onAppear' or '.task'. \
      The session wasn't changed. Do this in an action that a submitted form sends.
      """)
  }
}
