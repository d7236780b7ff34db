import Testing

@testable import CairnServer

/// The state machine of a page in all reachable states.
@Suite struct PageFlowTests {
  /// A page and the results of its commands.
  private struct Case: Hashable, Sendable {
    var flow: PageFlow
    /// Whether there is a response to send.
    var isMade = false
    var replies = 0
    var faults: Set<String> = []

    mutating func step(_ event: PageFlow.Event) -> [PageFlow.Command] {
      let commands = flow.step(event)
      if event == .rendered || event == .shown(.page) { isMade = true }
      for (index, command) in commands.enumerated() {
        let isLast = index == commands.count - 1
        switch command {
        case .makeFailure:
          isMade = true
          if isLast { faults.insert("a failure is the last command") }
        case .leaveSession: if isLast { faults.insert("\(command) is the last command") }
        case .reply:
          replies += 1
          if !isMade { faults.insert("there is no response to send") }
        case .reportUnexpected: faults.insert("an unexpected event in \(flow)")
        default: if !isLast { faults.insert("\(command) at \(index) of \(commands)") }
        }
      }
      return commands
    }
  }

  private static func events(after command: PageFlow.Command) -> [PageFlow.Event] {
    switch command {
    case .checkSession, .checkSessionLater:
      [.session(isRenewing: true), .session(isRenewing: false)]
    case .awaitRenewal: [.renewalEnded]
    case .find: [.found(true), .found(false)]
    case .load: PageFlow.Loaded.allCases.map { .loaded($0) }
    case .settle: [.settled(hasEnded: true), .settled(hasEnded: false)]
    case .show: PageFlow.Shown.allCases.map { .shown($0) }
    case .loadValues: [.valuesLoaded(true), .valuesLoaded(false)]
    case .render: [.rendered]
    case .confirm: [.confirmed(true), .confirmed(false)]
    case .leaveSession, .makeFailure, .reply, .reportUnexpected: []
    }
  }

  private static let requests: [PageFlow.Event] = [
    .requested(hasSession: true), .requested(hasSession: false),
  ]

  private static let exploration = FlowExploration<Case, PageFlow.Event, PageFlow.Command>(
    [true, false].map { (Case(flow: PageFlow(namesScene: $0)), requests) },
    step: { $0.step($1) }, events: { $1.last.map(events) ?? [] })

  @Test func `In every case, the page is rendered and sent once`() {
    #expect(Self.exploration.states.count > 20)
    for state in Self.exploration.states {
      #expect(state.faults == [])
      #expect(state.replies == (state.flow.phase == .answered ? 1 : 0), "\(state)")
    }
    #expect(Self.exploration.states { $0.flow.phase == .answered } == [])
  }

  @Test func `An event that isn't possible is reported`() {
    let commands: [PageFlow.Command] = [
      .checkSession, .awaitRenewal, .find, .load, .settle, .show, .loadValues, .render, .confirm,
    ]
    let all = Self.requests + commands.flatMap(Self.events)
    let expected = Dictionary(
      Self.exploration.steps.map { ($0.from.flow, [caseName($0.event)]) }, uniquingKeysWith: +)
    for flow in Set(Self.exploration.states.map(\.flow)) {
      for event in all where expected[flow]?.contains(caseName(event)) != true {
        var after = flow
        #expect(after.step(event) == [.reportUnexpected], "\(flow), \(event)")
        #expect(after == flow)
      }
    }
  }

  @Test(arguments: [
    (PageFlow.Phase.finding, PageFlow.Event.found(true), [PageFlow.Command.show]),
    (.finding, .found(false), [.load]),
    // The scene was ended to make room for others.
    (.showing(.memory, 0), .shown(.ended), [.load]),
    (.showing(.store, 0), .shown(.ended), [.load]),
    (.showing(.store, PageFlow.limit), .shown(.ended), [.loadValues]),
    (.showing(.memory, 0), .shown(.copy), [.render]),
    (.loading(0), .loaded(.sessionGone), [.leaveSession, .loadValues]),
    (.loadingValues, .valuesLoaded(false), [.makeFailure, .confirm]),
    // The session got another ID while the page was rendered.
    (.confirming, .confirmed(false), [.checkSessionLater]),
  ])
  func `Each event leads to its commands`(
    phase: PageFlow.Phase, event: PageFlow.Event, commands: [PageFlow.Command]
  ) {
    var flow = PageFlow(namesScene: true, phase: phase)
    #expect(flow.step(event) == commands)
  }

  @Test func `The article shows the diagram of this state machine`() throws {
    try FlowArticle.expect(
      Self.exploration.diagram(phase: { caseName($0.flow.phase) }),
      headed: "A page")
  }
}

/// The state machine of a stream in all reachable states.
@Suite struct StreamFlowTests {
  private static let events: [StreamFlow.Event] =
    StreamFlow.Requester.allCases.map { .requested($0) } + [.admitted(true), .admitted(false)]
    + [true, false].flatMap { isLast in
      [true, false].map { .ended(isLast: isLast, isVacant: $0) }
    }

  private static func events(_ flow: StreamFlow, _: [StreamFlow.Command]) -> [StreamFlow.Event] {
    switch flow.phase {
    case .arrived: StreamFlow.Requester.allCases.map { .requested($0) }
    case .admitting: [.admitted(true), .admitted(false)]
    case .open: events.filter { if case .ended = $0 { true } else { false } }
    case .closed: []
    }
  }

  private static let exploration = FlowExploration<
    StreamFlow, StreamFlow.Event, StreamFlow.Command
  >(
    [(StreamFlow(), events(StreamFlow(), []))], step: { $0.step($1) }, events: events)

  @Test func `A stream request gets one response, and the stream can always end`() {
    let answers: Set<StreamFlow.Command> = [
      .answerForbidden, .answerNotFound, .answerUnavailable, .answerOnce, .answerStream,
    ]
    for step in Self.exploration.steps {
      let count = step.commands.count { answers.contains($0) }
      let isAnswered =
        step.to.phase == .open || step.from.phase != .open && step.to.phase == .closed
      #expect(count == (isAnswered ? 1 : 0), "\(step)")
      #expect(!step.commands.contains(.reportUnexpected))
    }
    #expect(Self.exploration.states { $0.phase == .closed } == [])
  }

  @Test(arguments: StreamFlow.Phase.allCases)
  func `An event that isn't possible is reported`(phase: StreamFlow.Phase) {
    let flow = StreamFlow(phase: phase)
    let possible = Self.events(flow, [])
    for event in Self.events where !possible.contains(event) {
      var after = flow
      #expect(after.step(event) == [.reportUnexpected])
      #expect(after == flow)
    }
  }

  @Test func `A session's last stream ends the work for connected browsers`() {
    var flow = StreamFlow(phase: .open)
    #expect(flow.step(.ended(isLast: true, isVacant: true)) == [.forgetSession, .unwatch])
    flow = StreamFlow(phase: .open)
    #expect(flow.step(.ended(isLast: true, isVacant: false)) == [.unwatch])
    flow = StreamFlow(phase: .open)
    #expect(flow.step(.ended(isLast: false, isVacant: false)) == [])
  }

  @Test func `The article shows the diagram of this state machine`() throws {
    try FlowArticle.expect(
      Self.exploration.diagram(phase: { caseName($0.phase) }),
      headed: "A stream")
  }
}
