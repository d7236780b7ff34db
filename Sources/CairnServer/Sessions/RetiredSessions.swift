import CairnSecurity
import Synchronization

/// The session IDs that are no longer in use, because their sessions were renewed or have ended.
final class RetiredSessions: Sendable {
  /// A description of how an ID was retired.
  struct Retirement: Sendable {
    /// The submission that has retired the ID, and the URL of its response.
    let submission: Submission
    let url: String
    /// The time of the retirement, from ``IssueClock``. Pages that were made before are out of date.
    let issued: UInt64
    /// The name with which the browser continues, or `nil` if it isn't known.
    var next: NextName?
    fileprivate var time: ContinuousClock.Instant?
    /// The number of the retirement, which counts from 1.
    fileprivate var number: UInt64 = 0

    init(submission: Submission, url: String, issued: UInt64 = IssueClock.next()) {
      self.submission = submission
      self.url = url
      self.issued = issued
    }
  }

  /// The maximum number of IDs.
  private static let limit = 8192

  /// The time in which a repetition of the submission gets the new cookie, because the response with the cookie may
  /// have been lost. Only the user has the form's page and the typed text. See also ``RenewedNames``.
  static let repetition = Duration.seconds(60)

  private let now: @Sendable () -> ContinuousClock.Instant
  private let list = Mutex(RecencyList<SessionID, Retirement>())
  /// The number of retirements. With this, requests rarely take the lock.
  private let count = Atomic<UInt64>(0)

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// The number of retirements so far.
  var retirementCount: UInt64 { count.load(ordering: .acquiring) }

  func add(_ retirement: Retirement, of id: SessionID) {
    list.withLock { list in
      var retirement = retirement
      retirement.number = retirementCount + 1
      retirement.time = now()
      list.insert(retirement, for: id, at: .now)
      if list.count > Self.limit, let (oldest, _, _) = list.leastRecent { _ = list.remove(oldest) }
      count.add(1, ordering: .acquiringAndReleasing)
    }
  }

  /// Returns whether an ID was retired after the given number of retirements.
  func contains(_ id: SessionID, since retirementCount: UInt64) -> Bool {
    guard self.retirementCount != retirementCount else { return false }
    return retirement(of: id).map { $0.number > retirementCount } ?? false
  }

  /// Returns how an ID was retired. Returns `nil` if it wasn't retired, or if its entry was removed.
  func retirement(of id: SessionID) -> Retirement? {
    guard retirementCount > 0 else { return nil }
    return list.withLock { $0.peek(id)?.value }
  }

  /// Returns whether an ID was retired so recently that a request with it may have been sent before the browser got its
  /// new cookie.
  func isRecent(_ id: SessionID) -> Bool { retirement(of: id).map(isRecent) ?? false }

  private func isRecent(_ retirement: Retirement) -> Bool {
    retirement.time.map { now() - $0 < Self.repetition } ?? false
  }

  /// Returns the response for a repetition of the submission that retired an ID, or `nil` if another submission retired
  /// it.
  func answer(to submission: Submission, under id: SessionID) -> (url: String, next: NextName?)? {
    guard let retirement = retirement(of: id), retirement.submission == submission else {
      return nil
    }
    let isKnown = retirement.next.map { self.retirement(of: $0.name.id) == nil } ?? false
    return (retirement.url, isRecent(retirement) && isKnown ? retirement.next : nil)
  }
}
