import CairnDependencies
import CairnFeatures
import CairnSecurity
import CairnSessions
import Dispatch
import Foundation
import Logging
import Synchronization

/// The session of a scene as its features use it, and the changes that they have requested.
///
/// Changes that are requested while a submission is processed are made with that submission. See ``Turnover``.
///
/// An endpoint has one for each request. It keeps the identity that the session had when the endpoint began, because a
/// later one may be of another person.
final class SceneSession: BrowserSessionControl {
  enum Wish: Sendable {
    case renewal(SessionName, OwnerUpdate?)
    /// The session ends, and the browser continues with a session of this name.
    case end(SessionName)

    /// The name with which the browser continues.
    var next: NextName {
      switch self {
      case .renewal(let name, _): .renewed(name)
      case .end(let name): .ended(name)
      }
    }
  }

  private struct State: Sendable {
    var wish: Wish?
    /// The number of the request that has asked for the change.
    var wishRequest: UInt64?
    /// The submission that is being processed.
    var submission: Submission?
    /// The number of the latest request from this scene that has given the session another ID.
    var renewal: UInt64?
    /// Whether other requests wait for this session.
    var isHeld = false
    /// The owner that an effect has set after its submission has ended, until that's stored.
    var late: StoredSession.Owner?

    var isWorking: Bool { submission != nil }
  }

  private let identity: SessionIdentity
  private let mailbox: SessionMailbox
  private let registrar: SessionRegistrar
  /// The identity of the session when an endpoint began, or `nil` for a scene, which has the current identity.
  private let beginning: SessionIdentity.State?
  private let state = Mutex(State())
  /// The scene, or `nil` for an endpoint.
  private let scene = Mutex(WeakScene())

  private struct WeakScene: Sendable {
    weak var scene: LiveScene?
  }

  /// - Parameter beginning: The identity to keep, or `nil` to use the current one.
  init(
    _ session: Session, registrar: SessionRegistrar, beginning: SessionIdentity.State? = nil
  ) {
    identity = session.identity
    mailbox = session.mailbox
    self.registrar = registrar
    self.beginning = beginning
  }

  /// Sets the scene whose session this is.
  func setScene(_ scene: LiveScene) { self.scene.withLock { $0.scene = scene } }

  /// The identity that features use.
  private var known: SessionIdentity.State { beginning ?? identity.current }

  var id: UUID { known.featuresID }

  var owner: String? { known.owner?.text }

  /// The owner after the submission that's being processed.
  var nextOwner: String? {
    let change = state.withLock { state -> OwnerUpdate? in
      guard case .renewal(_, let change?)? = state.wish else { return state.late.map { .set($0) } }
      return change
    }
    return change.map { $0.owner?.text } ?? owner
  }

  /// The identity of this object as a holder of the session, which makes other requests wait.
  var holder: ObjectIdentifier { ObjectIdentifier(self) }

  func regenerateID(owner: String?) -> BrowserSession.Renewal {
    let known = known
    let base = known.name
    let owner = owner.flatMap { StoredSession.Owner($0) }
    if let owner, beginning == nil, !state.withLock(\.isWorking) {
      signInLate(as: owner)
      return identity.renewal(of: known, to: base)
    }
    let change = owner.map { OwnerUpdate.set($0) }
    let wish = note { earlier, submission in
      // If a feature asks twice, the session is renewed once.
      guard case .renewal(let name, let owner)? = earlier else {
        return .renewal(registrar.names.next(after: base, with: submission), change)
      }
      return .renewal(name, change ?? owner)
    }
    return identity.renewal(of: known, to: wish.next.name)
  }

  /// Sets the owner of the session for an effect whose submission has already ended.
  ///
  /// If that submission has given the session another ID, the owner is stored immediately, because no other client has
  /// the new cookie. Otherwise, the session is renewed with the next submission.
  private func signInLate(as owner: StoredSession.Owner) {
    // An effect keeps the request of its submission.
    let request = DependencyValues._current.requestNumber
    state.withLock { $0.late = owner }
    // Until the owner is stored, the page isn't complete, even if the effect ends.
    scene.withLock(\.scene)?.post { $0.changeWork(by: 1) }
    // The caller may have locked a value that is needed to store the session.
    DispatchQueue.global().async { [self] in
      // The new ID may be on its way to the store.
      mailbox.perform(.submission) { [self] turn in
        guard let request, state.withLock(\.renewal) == request else {
          let base = identity.name
          _ = note(for: request) { [registrar] _, submission in
            .renewal(registrar.names.next(after: base, with: submission), .set(owner))
          }
          return endLateSignIn(storedAs: nil)
        }
        registrar.noteOwner(owner, of: mailbox, turn) { [self] isStored in
          endLateSignIn(storedAs: isStored ? owner : nil)
        }
      }
    }
  }

  /// Ends the sign-in by an effect, before anything else uses the scene.
  /// - Parameter owner: The owner that was stored, or `nil` if none was. It may open guards, and continue a form.
  private func endLateSignIn(storedAs owner: StoredSession.Owner?) {
    let note = { @Sendable [self] in
      state.withLock { $0.late = nil }
      guard let owner else { return }
      identity.noteOwner(owner)
      registrar.redrawScenes(of: mailbox)
    }
    guard let scene = scene.withLock({ $0.scene }) else { return note() }
    scene.post { access in
      note()
      if owner != nil { access.continueHeldForm() }
      access.changeWork(by: -1)
    }
  }

  func end() {
    _ = note { earlier, _ in
      if let earlier, case .end = earlier { earlier } else { .end(.random()) }
    }
  }

  func endAll(for owner: String, exceptCurrent: Bool) async throws {
    guard let owner = StoredSession.Owner(owner) else { return }
    let isWorking = state.withLock(\.isWorking)
    let isOwn = known.owner == owner || isBecoming(owner)
    if !exceptCurrent, isWorking, isOwn { end() }
    // An endpoint doesn't know an owner that the session has got since it began.
    let endsLater = isWorking && (isOwn || beginning == nil)
    try await registrar.endAll(of: owner, except: exceptCurrent || endsLater ? mailbox : nil)
  }

  private func isBecoming(_ owner: StoredSession.Owner) -> Bool {
    state.withLock { state in
      if case .renewal(_, .set(owner)?)? = state.wish { true } else { false }
    }
  }

  /// Records a requested change.
  /// - Parameters:
  ///   - request: The number of the request for which the change is requested.
  ///   - wish: Returns the change. Its parameters are the change that was requested before, and the submission that is
  ///     being processed.
  private func note(
    for request: UInt64? = DependencyValues._current.requestNumber,
    _ wish: (Wish?, Submission?) -> Wish
  ) -> Wish {
    let (noted, isLate) = state.withLock { state in
      let noted = wish(state.wish, state.submission)
      state.wish = noted
      state.wishRequest = request
      // Changes of an endpoint aren't visible to other requests yet.
      if state.isWorking, beginning == nil { hold(&state) }
      return (noted, !state.isWorking)
    }
    if isLate, beginning != nil {
      registrar.logger.warning(
        """
        An endpoint tried to renew, sign in, or end a session after its response was sent. The change is lost. Make it \
        before the endpoint returns.
        """)
    } else if isLate {
      registrar.logger.warning(
        """
        An effect tried to renew, sign in, or end a session after its response was sent. This takes effect \
        with the next form that the scene submits. Call 'session.regenerateID()' in the reducer, before the effect \
        starts. The effect can then call 'signIn(as:)' later.
        """)
    }
    return noted
  }

  /// Makes requests with the session's cookie wait from here on.
  private func hold(_ state: inout State) {
    guard !state.isHeld else { return }
    state.isHeld = true
    mailbox.hold(by: holder)
  }

  // MARK: Submissions

  /// Records that a submission is being processed.
  func beginTurn(of submission: Submission) {
    state.withLock { $0.submission = submission }
  }

  /// Whether a feature has asked to end the session.
  var isEnding: Bool {
    state.withLock { state in
      if case .end? = state.wish { true } else { false }
    }
  }

  /// Ends the submission. Returns the change to make with it, or `nil` if no change was requested.
  func take() -> Turnover? {
    state.withLock { state in
      state.submission = nil
      guard let wish = state.wish else { return nil }
      state.wish = nil
      hold(&state)
      return Turnover(wish: wish, session: self)
    }
  }

  /// Discards the requested change.
  func giveUp() {
    let wasHeld = state.withLock { state in
      defer { state = State(renewal: state.renewal, late: state.late) }
      return state.isHeld
    }
    if wasHeld { mailbox.letGo(by: holder) }
  }

  /// Gives the session its new ID, or ends it. Other requests are still waiting when this returns.
  fileprivate func conclude(_ wish: Wish, _ retirement: RetiredSessions.Retirement) {
    let old = identity.name.id
    var retirement = retirement
    retirement.next = wish.next
    switch wish {
    case .renewal(let name, let owner):
      identity.become(name)
      if let owner { identity.noteOwner(owner.owner) }
      registrar.rename(old, to: name.id, retirement)
    case .end:
      registrar.retired.add(retirement, of: old)
      registrar.end(old)
    }
    state.withLock { state in
      state.isHeld = false
      if case .renewal = wish { state.renewal = state.wishRequest }
    }
  }

  fileprivate func remove(
    completion: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
  ) {
    registrar.removeFromStore(mailbox.id, completion: completion)
  }
}

/// A change that's made to a session with a submission. The session gets another ID, or ends.
struct Turnover: Sendable {
  let wish: SceneSession.Wish
  fileprivate let session: SceneSession

  /// The new ID of the session in the store, or `nil` if it ends.
  var id: StoredSession.ID? {
    if case .renewal(let name, _) = wish { StoredSession.ID(bits: name.id.bits) } else { nil }
  }

  /// The change of the session's owner, or `nil` if the owner stays the same.
  var owner: OwnerUpdate? {
    if case .renewal(_, let owner) = wish { owner } else { nil }
  }

  /// The holder that has requested the change.
  var holder: SessionPhase.Holder { session.holder }

  func remove(completion: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void) {
    session.remove(completion: completion)
  }

  /// Completes the change after it was stored.
  func conclude(_ retirement: RetiredSessions.Retirement) {
    session.conclude(wish, retirement)
  }

  /// Discards the change if it couldn't be stored.
  func giveUp() { session.giveUp() }
}
