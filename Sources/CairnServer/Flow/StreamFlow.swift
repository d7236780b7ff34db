/// The steps from the request for an event stream to its end.
///
/// It's a state machine without side effects, like ``SubmissionFlow``.
struct StreamFlow: Hashable, Sendable {
  enum Phase: Hashable, CaseIterable, Sendable {
    /// The request has arrived.
    case arrived
    /// The server is checking whether the number of streams allows another one.
    case admitting
    /// The browser is connected.
    case open
    /// The browser isn't connected.
    case closed
  }

  private(set) var phase: Phase

  init(phase: Phase = .arrived) { self.phase = phase }

  /// The origin of a request for a stream.
  enum Requester: Hashable, CaseIterable, Sendable {
    /// A page of another site. Browsers send the session's cookie for it.
    case otherSite
    /// A script that gets no responses. It checks whether something between it and the server holds them back.
    case probe
    /// A browser whose session is no longer known.
    case unknownSession
    /// A browser that has no page.
    case noSession
    /// A browser whose session is getting another ID or ending. The resulting session may not belong to this browser.
    case renewing
    /// A browser with a session.
    case session
  }

  /// An input of the state machine.
  enum Event: Hashable, Sendable {
    case requested(Requester)
    /// The limit was checked. The value is whether the stream is admitted.
    case admitted(Bool)
    /// The connection has ended. The values are whether it was the last one of its session, and whether the session has
    /// no other contents.
    case ended(isLast: Bool, isVacant: Bool)
  }

  enum Command: Hashable, CaseIterable, Sendable {
    case answerForbidden, answerNotFound, answerUnavailable
    /// Responds with one event. It makes the browser's pages request their current contents.
    case answerOnce
    /// Responds with a stream.
    case answerStream
    /// Checks the limit on streams. Causes ``Event/admitted(_:)``.
    case admit
    /// Sends the first event, so that the headers are sent immediately.
    case beat
    /// Removes a session that has only listened.
    case forgetSession
    /// Ends the work that views only do for connected browsers.
    case unwatch
    /// Reports an event that can't happen in the phase.
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
