import CairnSecurity
import Synchronization

/// The session IDs that are no longer in use, because their sessions were renewed or have ended.
final class RetiredSessions: Sendable {
  /// How an ID was retired.
  struct Retirement: Sendable {
    /// The submission that has retired it, and the URL of its answer.
    let submission: Submission
    let url: String
    /// When that was, as ``IssueClock`` counts. Pages that were made before are out of date.
    let issued: UInt64
    /// The name with which the browser continues; `nil` if that isn't known.
    var next: NextName?
    fileprivate var time: ContinuousClock.Instant?
    fileprivate var moment: UInt64 = 0

    init(submission: Submission, url: String, issued: UInt64 = IssueClock.next()) {
      self.submission = submission
      self.url = url
      self.issued = issued
    }
  }

  /// The maximum number of IDs.
  private static let limit = 8192

  /// For how long a repetition of the submission gets the new cookie, as the answer with the cookie may have been lost. Only
  /// the user has the form's page and the text that was typed into it. See also ``RenewedNames``.
  static let repetition = Duration.seconds(60)

  private let now: @Sendable () -> ContinuousClock.Instant
  private let list = Mutex(RecencyList<SessionID, Retirement>())
  /// Counts retirements, so that requests hardly ever take the lock.
  private let count = Atomic<UInt64>(0)

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// The number of retirements so far.
  var moment: UInt64 { count.load(ordering: .acquiring) }

  /// Retires an ID.
  func add(_ retirement: Retirement, of id: SessionID) {
    list.withLock { list in
      var retirement = retirement
      retirement.moment = moment + 1
      retirement.time = now()
      list.insert(retirement, for: id, at: .now)
      if list.count > Self.limit, let (oldest, _, _) = list.leastRecent { _ = list.remove(oldest) }
      count.add(1, ordering: .acquiringAndReleasing)
    }
  }

  /// Whether an ID was retired after a moment.
  func contains(_ id: SessionID, since moment: UInt64) -> Bool {
    guard self.moment != moment else { return false }
    return retirement(of: id).map { $0.moment > moment } ?? false
  }

  /// How an ID was retired; `nil` if it wasn't, or if that is forgotten.
  func retirement(of id: SessionID) -> Retirement? {
    guard moment > 0 else { return nil }
    return list.withLock { $0.peek(id)?.value }
  }

  /// The answer to the submission that has retired an ID, for its repetition; `nil` if another submission has retired it.
  func answer(to submission: Submission, under id: SessionID) -> (url: String, next: NextName?)? {
    guard let retirement = retirement(of: id), retirement.submission == submission else {
      return nil
    }
    let isRecent = retirement.time.map { now() - $0 < Self.repetition } ?? false
    let isKnown = retirement.next.map { self.retirement(of: $0.name.id) == nil } ?? false
    return (retirement.url, isRecent && isKnown ? retirement.next : nil)
  }
}
