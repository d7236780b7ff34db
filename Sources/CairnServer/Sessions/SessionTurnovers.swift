import CairnSecurity
import Synchronization

/// Which sessions are about to be given another id, or to be ended; and which ids have nothing since then.
///
/// From the moment in which a feature asks for it until that is stored or given up, who comes with the
/// session's cookie waits: he may be somebody else, who is not to see what the session becomes. A page
/// that was being made in that moment is made again.
final class SessionTurnovers: Sendable {
  /// How a session has come to have nothing under an id.
  struct Retirement: Sendable {
    /// The submission that has done it, and what it was answered.
    let submission: Submission
    let url: String
    /// What pages were made before, in the order of ``IssueClock``.
    let issued: UInt64
    /// The name with which the browser goes on; nil where that is not known.
    var next: NextName?
    fileprivate var time: ContinuousClock.Instant?
    fileprivate var moment: UInt64 = 0

    init(submission: Submission, url: String, issued: UInt64 = IssueClock.next()) {
      self.submission = submission
      self.url = url
      self.issued = issued
    }
  }

  /// Who waits for the end of a turnover.
  private struct Waiter: Sendable {
    let onward: Workload.Onward
    let body: @Sendable () -> Void
  }

  private struct Renewal: Sendable {
    var holders: Set<ObjectIdentifier> = []
    var waiting: [Waiter] = []
  }

  private struct State: Sendable {
    var turnovers: [SessionID: Renewal] = [:]
    var retired = RecencyList<SessionID, Retirement>()
  }

  /// How many retired ids are remembered.
  private static let limit = 8192

  /// How long whoever sends again what has ended a cookie gets the new one: the first answer, which brought it, may
  /// have been lost on its way. He has the form's page, which nobody else can know, and all that was typed into it.
  static let repetition = Duration.seconds(60)

  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())
  /// Counts the beginnings and the ends, so that hardly anybody has to take the lock.
  private let count = Atomic<UInt64>(0)
  private let underWay = Atomic<Int>(0)

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// The number of what has happened so far.
  var moment: UInt64 { count.load(ordering: .acquiring) }

  /// Says that a scene has asked for another id of its session, or for its end.
  func begin(_ id: SessionID, by holder: ObjectIdentifier) {
    state.withLock { state in
      _ = state.turnovers[id, default: Renewal()].holders.insert(holder)
      note(state)
    }
  }

  /// Says that nothing comes of it.
  func giveUp(_ id: SessionID, by holder: ObjectIdentifier) {
    let waiting: [Waiter] = state.withLock { state in
      state.turnovers[id]?.holders.remove(holder)
      defer { note(state) }
      guard state.turnovers[id]?.holders.isEmpty == true else { return [] }
      return state.turnovers.removeValue(forKey: id)?.waiting ?? []
    }
    letGo(waiting)
  }

  /// Says that it is done: the id has nothing from here on.
  func conclude(_ id: SessionID, _ retirement: Retirement) {
    let waiting: [Waiter] = state.withLock { state in
      var retirement = retirement
      retirement.moment = moment + 1
      retirement.time = now()
      state.retired.insert(retirement, for: id, at: .now)
      if state.retired.count > Self.limit, let (oldest, _, _) = state.retired.leastRecent {
        _ = state.retired.remove(oldest)
      }
      let waiting = state.turnovers.removeValue(forKey: id)?.waiting ?? []
      note(state)
      return waiting
    }
    letGo(waiting)
  }

  /// Whether a turnover is under way, other than one's own.
  func isUnderWay(_ id: SessionID, exceptBy holder: ObjectIdentifier? = nil) -> Bool {
    guard underWay.load(ordering: .acquiring) > 0 else { return false }
    return state.withLock { $0.turnovers[id]?.holders.contains { $0 != holder } ?? false }
  }

  /// Runs a closure when the turnover that is under way has ended.
  /// - Parameter onward: Where it runs.
  /// - Returns: Whether a turnover is under way. Otherwise, the closure isn't called.
  func wait(
    for id: SessionID, _ onward: @escaping Workload.Onward, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    guard underWay.load(ordering: .acquiring) > 0 else { return false }
    return state.withLock { state in
      guard state.turnovers[id] != nil else { return false }
      state.turnovers[id]?.waiting.append(Waiter(onward: onward, body: body))
      return true
    }
  }

  /// Whether what a session has can have been shown to who has come with an id: since that moment no
  /// turnover has begun that is still under way, or is done.
  func isSame(_ id: SessionID, since moment: UInt64) -> Bool {
    guard self.moment != moment || underWay.load(ordering: .acquiring) > 0 else { return true }
    return state.withLock { state in
      state.turnovers[id] == nil
        && state.retired.peek(id).map { $0.value.moment <= moment } ?? true
    }
  }

  /// How an id has come to have nothing; nil where it is not known to.
  func retirement(of id: SessionID) -> Retirement? {
    guard moment > 0 else { return nil }
    return state.withLock { $0.retired.peek(id)?.value }
  }

  /// What a submission was answered that has ended a cookie, with which it has come again; nil where another one has.
  func answer(to submission: Submission, under id: SessionID) -> (url: String, next: NextName?)? {
    guard let retirement = retirement(of: id), retirement.submission == submission else {
      return nil
    }
    let isRecent = retirement.time.map { now() - $0 < Self.repetition } ?? false
    let isKnown = retirement.next.map { self.retirement(of: $0.name.id) == nil } ?? false
    return (retirement.url, isRecent && isKnown ? retirement.next : nil)
  }

  private func note(_ state: borrowing State) {
    underWay.store(state.turnovers.count, ordering: .releasing)
    count.add(1, ordering: .acquiringAndReleasing)
  }

  private func letGo(_ waiting: [Waiter]) {
    for waiter in waiting { waiter.onward(waiter.body) }
  }
}
