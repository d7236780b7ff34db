/// Which of a session's changes may be handed to the store, and whether its requests may be answered.
enum SessionPhase: Hashable, Sendable {
  /// Somebody who has asked for another ID of the session, or for its end.
  typealias Holder = ObjectIdentifier

  /// All of them.
  case open
  /// No submissions: scenes have asked for another ID, and what submissions have made of values that aren't stored must not
  /// be stored under the old one. Requests wait too: they may be somebody else's, who must not see what the session becomes.
  case held(by: Set<Holder>)
  /// None: another ID, or the end, is on its way to the store, and nobody knows yet whose the old one is.
  case renewing(holders: Set<Holder>)
  /// None any more: the session has ended.
  case ended

  /// What a session has to do.
  enum Work: CaseIterable, Sendable {
    /// A scene that has changed by itself.
    case scene
    /// A submission that doesn't change the ID, or values of the session.
    case submission
    /// One that gives the session another ID, or ends it.
    case renewal
    /// A request that has come with the session's cookie.
    case request
  }

  /// Whether something has to wait. Changes of a session that has ended don't, and are refused.
  func mustWait(_ work: Work) -> Bool {
    switch (self, work) {
    case (_, .request): isHeld()
    case (.open, _), (.ended, _): false
    case (.held, _): work == .submission
    case (.renewing, _): true
    }
  }

  /// Whether somebody has asked for another ID of the session, or for its end.
  /// - Parameter holder: Who doesn't count.
  func isHeld(exceptBy holder: Holder? = nil) -> Bool {
    switch self {
    case .held(let holders), .renewing(let holders): holders.contains { $0 != holder }
    case .open, .ended: false
    }
  }

  /// Lets submissions and requests wait until the holder lets go.
  mutating func hold(by holder: Holder) {
    switch self {
    case .open: self = .held(by: [holder])
    case .held(let holders): self = .held(by: holders.union([holder]))
    case .renewing(let holders): self = .renewing(holders: holders.union([holder]))
    case .ended: break
    }
  }

  mutating func letGo(by holder: Holder) {
    switch self {
    case .held(let holders): self = Self.held(orOpen: holders.subtracting([holder]))
    case .renewing(let holders): self = .renewing(holders: holders.subtracting([holder]))
    case .open, .ended: break
    }
  }

  /// Begins to give the session another ID, or to end it.
  mutating func beginRenewal() {
    switch self {
    case .open: self = .renewing(holders: [])
    case .held(let holders): self = .renewing(holders: holders)
    case .renewing, .ended: break
    }
  }

  /// Ends what ``beginRenewal()`` has begun.
  /// - Parameter isRenewed: Whether the session has another ID. Then all holders have what they asked for.
  mutating func endRenewal(isRenewed: Bool) {
    if case .renewing(let holders) = self { self = Self.held(orOpen: isRenewed ? [] : holders) }
  }

  private static func held(orOpen holders: Set<Holder>) -> SessionPhase {
    holders.isEmpty ? .open : .held(by: holders)
  }
}
