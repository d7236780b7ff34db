import CairnDependencies
import CairnFeatures
import CairnSecurity
import CairnSessions
import Dispatch
import Foundation
import Logging
import Synchronization

/// The session of a scene, as its features know it, and what they have asked of it.
///
/// What is asked while a submission is worked on is done with that; see ``Turnover``.
final class SceneSession: BrowserSessionControl {
  enum Wish: Sendable {
    case renewal(SessionName, OwnerChange?)
    /// The session ends, and the browser goes on with one of that name.
    case end(SessionName)

    /// The name with which the browser goes on.
    var next: NextName {
      switch self {
      case .renewal(let name, _): .renewed(name)
      case .end(let name): .ended(name)
      }
    }
  }

  private struct State: Sendable {
    var wish: Wish?
    /// The submission that is being processed.
    var submission: Submission?
    /// Whether the latest submission has given the session another id.
    var isRenewed = false
    /// Whether others wait.
    var isHeld = false

    var isWorking: Bool { submission != nil }
  }

  private let identity: SessionIdentity
  private let mailbox: SessionMailbox
  private let registrar: SessionRegistrar
  private let state = Mutex(State())

  init(_ session: Session, registrar: SessionRegistrar) {
    identity = session.identity
    mailbox = session.mailbox
    self.registrar = registrar
  }

  var id: UUID { identity.featuresID }

  var owner: String? { identity.owner?.text }

  /// Who holds others up.
  var holder: ObjectIdentifier { ObjectIdentifier(self) }

  func renew(owner: String?) -> BrowserSession.Renewal {
    let base = identity.name
    let owner = owner.flatMap { StoredSession.Owner($0) }
    if let owner, !state.withLock(\.isWorking) {
      signInLate(as: owner)
      return identity.renewal(to: base)
    }
    let change = owner.map { OwnerChange.set($0) }
    let wish = note { earlier, submission in
      // Asked for twice, it is done once.
      guard case .renewal(let name, let owner)? = earlier else {
        return .renewal(registrar.names.next(after: base, with: submission), change)
      }
      return .renewal(name, change ?? owner)
    }
    return identity.renewal(to: wish.next.name)
  }

  /// Notes whose the session is that the effect's own submission has given another id: nobody else has
  /// its cookie.
  private func signInLate(as owner: StoredSession.Owner) {
    // Who asks may have a value locked that what is handed in is made of.
    DispatchQueue.global().async { [self] in
      // The new id may be on its way to the store.
      mailbox.perform(.submission) { [self] turn in
        guard state.withLock(\.isRenewed) else {
          let base = identity.name
          _ = note { [registrar] _, submission in
            .renewal(registrar.names.next(after: base, with: submission), .set(owner))
          }
          return
        }
        registrar.noteOwner(owner, of: mailbox, turn) { [identity] in identity.noteOwner(owner) }
      }
    }
  }

  func end() {
    _ = note { earlier, _ in
      if let earlier, case .end = earlier { earlier } else { .end(.random()) }
    }
  }

  func endAll(of owner: String, exceptThis: Bool) async throws {
    guard let owner = StoredSession.Owner(owner) else { return }
    let isWorking = state.withLock(\.isWorking)
    if !exceptThis, isWorking, identity.owner == owner || isBecoming(owner) { end() }
    try await registrar.endAll(of: owner, except: exceptThis || isWorking ? mailbox : nil)
  }

  private func isBecoming(_ owner: StoredSession.Owner) -> Bool {
    state.withLock { state in
      if case .renewal(_, .set(owner)?)? = state.wish { true } else { false }
    }
  }

  /// Notes what is asked for.
  /// - Parameter wish: Returns it, given what was asked for before and the submission that is being processed.
  private func note(_ wish: (Wish?, Submission?) -> Wish) -> Wish {
    let (noted, isLate) = state.withLock { state in
      let noted = wish(state.wish, state.submission)
      state.wish = noted
      if state.isWorking { hold(&state) }
      return (noted, !state.isWorking)
    }
    if isLate {
      registrar.logger.warning(
        """
        A session was to be renewed, signed in or ended by an effect whose answer had gone. It is done \
        with the next submission of its scene. Call 'session.renew()' in the reducer, before the effect \
        begins; 'signIn(as:)' may come later then.
        """)
    }
    return noted
  }

  /// From here on who comes with the session's cookie waits.
  private func hold(_ state: inout State) {
    guard !state.isHeld else { return }
    state.isHeld = true
    mailbox.hold(by: holder)
  }

  // MARK: Submissions

  /// Says that a submission is being processed.
  func beginTurn(of submission: Submission) {
    state.withLock { state in
      state.submission = submission
      state.isRenewed = false
    }
  }

  /// Whether the session is to end.
  var isEnding: Bool {
    state.withLock { state in
      if case .end? = state.wish { true } else { false }
    }
  }

  /// Takes what was asked for, which is to be done with the submission; nil where nothing was.
  func take() -> Turnover? {
    state.withLock { state in
      state.submission = nil
      guard let wish = state.wish else { return nil }
      state.wish = nil
      hold(&state)
      return Turnover(wish: wish, session: self)
    }
  }

  /// Says that nothing comes of what was asked for.
  func giveUp() {
    let wasHeld = state.withLock { state in
      defer { state = State() }
      return state.isHeld
    }
    if wasHeld { mailbox.letGo(by: holder) }
  }

  /// Gives the session its new ID, or ends it. Others still wait when this returns.
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
      state.isRenewed = true
    }
  }

  fileprivate func remove(
    completion: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
  ) {
    registrar.removeFromStore(mailbox.id, completion: completion)
  }
}

/// What becomes of a session with a submission: it has another id, or ends.
struct Turnover: Sendable {
  let wish: SceneSession.Wish
  fileprivate let session: SceneSession

  /// The id that the session has in the store then; nil where it ends.
  var id: StoredSession.ID? {
    if case .renewal(let name, _) = wish { StoredSession.ID(bits: name.id.bits) } else { nil }
  }

  /// Whose the session is then; nil where that stays as it is.
  var owner: OwnerChange? {
    if case .renewal(_, let owner) = wish { owner } else { nil }
  }

  /// Removes the session from the store, where it ends.
  func remove(completion: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void) {
    session.remove(completion: completion)
  }

  /// Says that it is stored.
  func conclude(_ retirement: RetiredSessions.Retirement) {
    session.conclude(wish, retirement)
  }

  /// Says that it is not, and will not be.
  func giveUp() { session.giveUp() }
}
