/// Determines which changes of a session can be passed to the store, and whether its requests can be answered.
enum SessionPhase: Hashable, Sendable {
  /// The requester of another ID or of the end of the session.
  typealias Holder = ObjectIdentifier

  /// All work can continue.
  case open
  /// Submissions and requests wait, because scenes have requested another ID.
  ///
  /// Values that aren't stored may contain changes of submissions, and must not be stored under the old ID. Requests
  /// may come from another person, and that person must not see the resulting session.
  case held(by: Set<Holder>)
  /// All work waits. Another ID, the end, or the changes of an endpoint are on their way to the store. It isn't known
  /// yet whom the old ID belongs to, or which values later changes are based on.
  case renewing(holders: Set<Holder>)
  /// Changes are rejected, because the session has ended.
  case ended

  /// A kind of work of a session.
  enum Work: CaseIterable, Sendable {
    /// A change of a scene without a submission.
    case scene
    /// A submission that keeps the session's ID, or a change of the session's values.
    case submission
    /// A submission that gives the session another ID, or ends it.
    case renewal
    /// A request with the session's cookie.
    case request
  }

  /// Returns whether work must wait. Changes of an ended session don't wait, and are rejected.
  func mustWait(_ work: Work) -> Bool {
    switch (self, work) {
    case (_, .request): isHeld()
    case (.open, _), (.ended, _): false
    case (.held, _): work == .submission
    case (.renewing, _): true
    }
  }

  /// Returns whether a holder has requested another ID or the end of the session.
  /// - Parameter holder: A holder that doesn't count.
  func isHeld(exceptBy holder: Holder? = nil) -> Bool {
    switch self {
    case .held(let holders), .renewing(let holders): holders.contains { $0 != holder }
    case .open, .ended: false
    }
  }

  /// Makes submissions and requests wait until the holder releases the session.
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

  /// Starts to give the session another ID, to end it, or to store the changes of an endpoint.
  mutating func beginRenewal() {
    switch self {
    case .open: self = .renewing(holders: [])
    case .held(let holders): self = .renewing(holders: holders)
    case .renewing, .ended: break
    }
  }

  /// Ends the renewal that ``beginRenewal()`` started.
  /// - Parameters:
  ///   - isRenewed: Whether the session has another ID, which completes the requests of holders.
  ///   - holder: The only holder whose request is completed, or `nil` for all holders.
  mutating func endRenewal(isRenewed: Bool, by holder: Holder? = nil) {
    guard case .renewing(let holders) = self else { return }
    let remaining = holder.map { holders.subtracting([$0]) } ?? []
    self = Self.held(orOpen: isRenewed ? remaining : holders)
  }

  private static func held(orOpen holders: Set<Holder>) -> SessionPhase {
    holders.isEmpty ? .open : .held(by: holders)
  }
}
