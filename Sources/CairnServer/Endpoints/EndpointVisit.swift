import CairnFeatures
import CairnReducers
import CairnSecurity
import CairnSessions

/// A request for an endpoint, with the session as it was when the endpoint began.
struct EndpointVisit: Sendable {
  let visitor: Visitor
  let session: Session
  /// Whether the session was there before the request. Otherwise, it's only kept if the endpoint changes it.
  let isKept: Bool
  /// Whether the store had the session when the endpoint began, or didn't know it yet.
  let isConfirmed: Bool
  /// The session as the endpoint uses it.
  let control: SceneSession
  /// The values as the endpoint uses them.
  let draft: SessionValueDraft
  private let submission: Submission

  /// - Parameter identity: The identity of the session.
  init(
    _ visitor: Visitor, _ session: Session, _ identity: SessionIdentity.State, isKept: Bool,
    isConfirmed: Bool, _ registrar: SessionRegistrar
  ) {
    self.visitor = visitor
    self.session = session
    self.isKept = isKept
    self.isConfirmed = isConfirmed
    // An endpoint's request isn't recognized when it's repeated, so it's a different submission each time.
    submission = Submission(
      nonce: .random(in: 0 ... .max), issued: IssueClock.next(),
      digest: SubmissionDigest(bits: 0))
    control = SceneSession(session, registrar: registrar, beginning: identity)
    control.beginTurn(of: submission)
    draft = SessionValueDraft(of: session.values.storage)
  }

  /// The ID of the session when the endpoint began.
  var id: StoredSession.ID { StoredSession.ID(bits: visitor.id.bits) }

  /// The retirement of the session's ID, if the endpoint renews or ends the session.
  var retirement: RetiredSessions.Retirement {
    RetiredSessions.Retirement(submission: submission, url: "")
  }
}
