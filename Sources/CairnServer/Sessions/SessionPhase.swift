/// Which of a session's changes may be handed to the store.
enum SessionPhase: Hashable, Sendable {
  /// Somebody who has asked for another ID of the session, or for its end.
  typealias Holder = ObjectIdentifier

  /// All of them.
  case open
  /// No submissions: scenes have asked for another ID, and what submissions have made of values that aren't stored must not
  /// be stored under the old one.
  case held(by: Set<Holder>)
  /// None: another ID, or the end, is on its way to the store, and nobody knows yet whose the old one is.
  case renewing(holders: Set<Holder>)
  /// None any more: the session has ended.
  case ended

  /// What is handed to the store.
  enum Change: CaseIterable, Sendable {
    /// A scene that has changed by itself.
    case scene
    /// A submission that doesn't change the ID, or values of the session.
    case submission
    /// One that gives the session another ID, or ends it.
    case renewal
  }

  /// Whether a change has to wait. Those of a session that has ended don't, and are refused.
  func mustWait(_ change: Change) -> Bool {
    switch self {
    case .open, .ended: false
    case .held: change == .submission
    case .renewing: true
    }
  }

  /// Lets submissions wait until the holder lets go.
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
