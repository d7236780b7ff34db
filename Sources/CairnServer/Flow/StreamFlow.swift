/// How a browser's stream of events begins and ends.
///
/// A state machine over values alone, like ``SubmissionFlow``.
struct StreamFlow: Hashable, Sendable {
  enum Phase: Hashable, CaseIterable, Sendable {
    /// The request has come.
    case arrived
    /// It is being admitted, as the number of streams is limited.
    case admitting
    /// The browser is connected.
    case open
    /// The browser isn't connected.
    case closed
  }

  private(set) var phase: Phase

  init(phase: Phase = .arrived) { self.phase = phase }

  /// Who asks for a stream.
  enum Requester: Hashable, CaseIterable, Sendable {
    /// A page of another site, to which browsers give the session's cookie.
    case otherSite
    /// A script that gets no answers, and asks whether somebody between it and the server takes them.
    case probe
    /// A browser whose session isn't known any more.
    case unknownSession
    /// A browser that has no page.
    case noSession
    /// A browser whose session is being given another ID, or is ending: what it becomes may not be this browser's.
    case renewing
    /// A browser with a session.
    case session
  }

  /// What has happened.
  enum Event: Hashable, Sendable {
    case requested(Requester)
    /// Whether there is room for it.
    case admitted(Bool)
    /// The connection has ended. Whether it was the last of its session, and whether the session has nothing else.
    case ended(isLast: Bool, isVacant: Bool)
  }

  enum Command: Hashable, CaseIterable, Sendable {
    case answerForbidden, answerNotFound, answerUnavailable
    /// Answer with one event: the pages of the browser then ask for what they are.
    case answerOnce
    /// Answer with a stream.
    case answerStream
    /// Look for room; leads to ``Event/admitted(_:)``.
    case admit
    /// Send the first event, so that the headers are sent at once.
    case beat
    /// Let go of a session that has only listened.
    case forgetSession
    /// End the work that views do only for connected browsers.
    case unwatch
    /// The event can't happen in the phase.
    case reportUnexpected
  }

  /// Changes the phase for an event, and returns the commands to carry out.
  mutating func step(_ event: Event) -> [Command] {
    switch (phase, event) {
    case (.arrived, .requested(.session)): enter(.admitting, [.admit])
    case (.arrived, .requested(let requester)): enter(.closed, [Self.answer(to: requester)])
    case (.admitting, .admitted(true)): enter(.open, [.beat, .answerStream])
    case (.admitting, .admitted(false)): enter(.closed, [.answerUnavailable])
    case (.open, .ended(let isLast, let isVacant)):
      enter(.closed, isLast ? (isVacant ? [.forgetSession] : []) + [.unwatch] : [])
    default: [.reportUnexpected]
    }
  }

  private static func answer(to requester: Requester) -> Command {
    switch requester {
    case .otherSite: .answerForbidden
    case .probe, .unknownSession: .answerOnce
    case .noSession: .answerNotFound
    case .renewing: .answerUnavailable
    case .session: .admit
    }
  }

  private mutating func enter(_ phase: Phase, _ commands: [Command]) -> [Command] {
    self.phase = phase
    return commands
  }
}
