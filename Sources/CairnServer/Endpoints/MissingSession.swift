import CairnDependencies
import CairnFeatures
import CairnHTTP
import CairnReducers
import CairnSecurity
import CairnSessions
import Foundation
import IssueReporting
import Logging

/// The session of an endpoint that has none. It has no owner, and changes of it are lost.
struct MissingSession: BrowserSessionControl {
  /// The reason why an endpoint has no session.
  enum Reason: String {
    case undeclared =
      """
      An endpoint tried to change its session, but isn't declared with a session. The change is lost.

      All values of the session are their defaults. Add 'withSession()' to the endpoint. Middleware can't have a session.
      """
    case foreignRequest =
      """
      An endpoint tried to change its session in a request of another site. The change is lost, because such \
      requests have no session, even if they have a cookie.
      """
  }

  private let reason: Reason
  private let registrar: SessionRegistrar
  /// Other sites can cause any number of messages.
  private let log: LogRate

  init(_ reason: Reason, _ registrar: SessionRegistrar, log: LogRate) {
    self.reason = reason
    self.registrar = registrar
    self.log = log
  }

  /// An ID that's different each time, so that data under it isn't shared.
  ///
  /// `UUID()` opens a file for its random numbers, and each request behind middleware has such a session.
  var id: UUID {
    withUnsafeBytes(of: RandomToken.bits128()) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }

  var owner: String? { nil }

  func regenerateID(owner: String?) -> BrowserSession.Renewal {
    refuse()
    let id = id
    return BrowserSession.Renewal(previousID: id, id: id)
  }

  func end() { refuse() }

  func endAll(for owner: String, exceptCurrent: Bool) async throws {
    guard let owner = StoredSession.Owner(owner) else { return }
    try await registrar.endAll(of: owner, except: nil)
  }

  /// Reports that a change is lost.
  func refuse() {
    switch reason {
    case .undeclared: reportIssue(reason.rawValue)
    case .foreignRequest: log.log(.notice, kind: "foreign session", reason.rawValue)
    }
  }

  /// Runs an endpoint without a session, and reports the changes that it makes.
  ///
  /// Each request has its own values, so that no value of one visitor is visible to another.
  /// It inherits all other dependencies.
  func run(_ work: @Sendable () async -> HTTPResponse) async -> HTTPResponse {
    let draft = SessionValueDraft(of: SessionStorage())
    var dependencies = DependencyValues._current
    dependencies.session = BrowserSession(self)
    dependencies.sessionStorage = SessionStorage(draft: draft)
    let response = await DependencyValues.$_current.withValue(dependencies, operation: work)
    if draft.isEdited { refuse() }
    draft.close { refuse() }
    return response
  }
}
