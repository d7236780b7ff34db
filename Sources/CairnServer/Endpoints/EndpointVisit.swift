import CairnSecurity
import CairnSessions

/// A request for an endpoint, with its session.
struct EndpointVisit: Sendable {
  let visitor: Visitor
  let session: Session
  /// Whether the session was there before the request. Otherwise, it's only kept if the endpoint changes it.
  let isKept: Bool
  /// The session as the endpoint uses it.
  let control: SceneSession
  private let submission: Submission
  private let edits: Int

  init(_ visitor: Visitor, _ session: Session, isKept: Bool, _ registrar: SessionRegistrar) {
    self.visitor = visitor
    self.session = session
    self.isKept = isKept
    // An endpoint's request isn't recognized when it's repeated, so it's a different submission each time.
    submission = Submission(
      nonce: .random(in: 0 ... .max), issued: IssueClock.next(),
      digest: SubmissionDigest(bits: 0))
    control = SceneSession(session, registrar: registrar)
    control.beginTurn(of: submission)
    edits = session.values.edits
  }

  /// Whether values of the session have changed since the visit began.
  var isEdited: Bool { session.values.edits != edits }

  /// The retirement of the session's ID, if the endpoint renews or ends the session.
  var retirement: RetiredSessions.Retirement {
    RetiredSessions.Retirement(submission: submission, url: "")
  }
}
