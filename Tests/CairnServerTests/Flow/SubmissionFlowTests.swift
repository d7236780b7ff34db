import CairnSecurity
import Testing

@testable import CairnServer

/// The state machine of a submission in all reachable states.
@Suite struct SubmissionFlowTests {
  private typealias Flow = SubmissionFlow

  /// A submission and the results of its commands.
  private struct Case: Hashable, Sendable {
    var flow: Flow
    /// Whether the session counts it among the submissions that are being processed.
    var isClaimed = false
    /// Whether it has changed something in memory that isn't stored.
    var hasRun = false
    var replies = 0
    /// Violations of the rules.
    var faults: Set<String> = []

    mutating func step(_ event: Flow.Event, _ isLocked: Bool) -> [Flow.Command] {
      let commands = flow.step(event)
      if event == .claimed(.new) { isClaimed = true }
      if case .ran(.done, _) = event { hasRun = true }
      for (index, command) in commands.enumerated() {
        let isLast = index == commands.count - 1
        if isLast != SubmissionFlowTests.isFinal(command), event != .claimed(.duplicate) {
          faults.insert("\(command) at \(index) of \(commands)")
        }
        note(command)
        if case .scene(let command) = command, command != .dispatch, !isLocked {
          faults.insert("\(command) without the lock, after \(event)")
        }
      }
      return commands
    }

    private mutating func note(_ command: Flow.Command) {
      switch command {
      case .reportUnexpected: faults.insert("an unexpected event in \(flow)")
      case .abandon:
        if !isClaimed { faults.insert("a missing claim is abandoned") }
        isClaimed = false
      case .drop, .takeBackValues, .scene(.giveUp): hasRun = false
      case .scene(.run):
        if hasRun { faults.insert("the submission runs twice on one state") }
        if flow.age == .forgotten { faults.insert("a forgotten submission runs") }
      case .reply(let reply):
        replies += 1
        switch reply {
        case .result, .failure:
          if !isClaimed { faults.insert("\(reply) without a claim") }
          isClaimed = false
        case .repetition, .formAlone, .outdated, .tooLarge, .repeatedFailure, .pastFailure:
          if isClaimed { faults.insert("\(reply) leaves a claim") }
        }
      default: break
      }
    }
  }

  /// Whether a command is the last in its list, because it leads to another event or sends the response.
  private static func isFinal(_ command: Flow.Command) -> Bool {
    switch command {
    case .forget, .drop, .takeBackValues, .leaveSession, .abandon, .scene(.giveUp): false
    case .checkSession, .checkSessionLater, .awaitRenewal, .claim, .find, .load, .begin, .scene,
      .sceneLater, .reply, .reportUnexpected:
      true
    }
  }

  private static let dispatches: [PostDispatch] =
    [.created, .current, .back, .branched] + PostDispatch.Refusal.allCases.map { .refused($0) }
    + PostDispatch.Restoration.allCases.map { .restored($0) }

  private static let commits: [Flow.Commit] = [
    .stored(Destination(url: "/")), .stored(Destination(url: "/"), continues: true), .answered("/"),
    .conflict, .outdated, .tooLarge, .failed,
  ]

  private static let duplicateEnds: [Flow.Event] =
    [.answered(Destination(url: "/")), .failed, .abandoned].map { .duplicateEnded($0) }

  private static let arrivals = (0..<8).map {
    Flow.Arrival(isSame: $0 & 1 != 0, isAsking: $0 & 2 != 0, wasAsked: $0 & 4 != 0)
  }

  /// Returns the events that are possible after a command.
  private static func events(after command: Flow.Command) -> [Flow.Event] {
    switch command {
    case .checkSession, .checkSessionLater:
      Flow.SessionState.allCases.map { .session($0) }
    case .awaitRenewal: [.renewalEnded]
    case .claim:
      [.new, .forgotten, .duplicate, .past(.url("/")), .past(.begun), .ended].map { .claimed($0) }
    case .find: [.found(true), .found(false)]
    case .load:
      ([
        .failed, .outdated, .answered("/"), .renewed(Destination(url: "/")), .forgotten, .scene,
      ]
        + Flow.Nothing.allCases.map { .nothing($0) }).map { .loaded($0) }
    case .begin(let dispatch, let isNamed): [.begun(dispatch)] + (isNamed ? [.nameTaken] : [])
    case .scene(.dispatch): dispatches.map { .dispatched($0) } + [.sceneEnded]
    case .scene(.dismiss): [.dismissed(begunWork: true), .dismissed(begunWork: false)]
    case .scene(.continueForm): Flow.Continuation.allCases.map { .continued($0) }
    case .sceneLater(let command): events(after: .scene(command))
    case .scene(.settle): [.settled(isGone: true), .settled(isGone: false)]
    case .scene(.arrive): arrivals.map { .arrived($0) }
    case .scene(.run):
      [.interrupted, .ran(.elsewhere, begunWork: false)]
        + [true, false].map { .ran(.done, begunWork: $0) }
    case .scene(.refuse(let refusal)):
      [.ran(refusal == .asked ? .asked : .elsewhere, begunWork: false)]
    case .scene(.restore): [.ran(.done, begunWork: false)]
    case .scene(.commit):
      commits.flatMap { commit in
        [true, false].map { .committed(commit, begunEffects: $0) }
      }
    case .scene(.giveUp), .forget, .drop, .takeBackValues, .leaveSession, .abandon, .reply,
      .reportUnexpected:
      []
    }
  }

  /// Whether a scene is locked when an event happens.
  private static func isLocked(_ event: Flow.Event) -> Bool {
    switch event {
    case .dispatched, .sceneEnded, .begun, .dismissed, .settled, .arrived, .ran, .interrupted,
      .continued:
      true
    default: false
    }
  }

  private static let exploration = FlowExploration<Case, Flow.Event, Flow.Command>(
    [Flow.Target.own, .first].map { target in
      (Case(flow: Flow(target)), events(after: .checkSession(.claim)))
    },
    step: { $0.step($1, isLocked($1)) },
    events: { state, commands in
      if state.flow.phase == .waitingForDuplicate {
        return duplicateEnds
      }
      let events = commands.last.map(events) ?? []
      guard state.flow.age == .forgotten else { return events }
      // `PostDispatchTests` shows that no other dispatches are possible then.
      return events.filter {
        guard case .dispatched(let dispatch) = $0 else { return true }
        return [.restored(.onItsScene), .restored(.onNewScene), .refused(.movedOn)].contains(
          dispatch)
      }
    })

  @Test func `In every case, the rules hold`() {
    #expect(Self.exploration.states.count > 100)
    for step in Self.exploration.steps where step.from.faults.isEmpty {
      #expect(step.to.faults == [], "\(step.from.flow), \(step.event): \(step.commands)")
    }
  }

  @Test func `Each submission gets one response`() {
    for state in Self.exploration.states {
      let replies = state.flow.phase == .answered ? 1 : 0
      #expect(state.replies == replies, "\(state)")
      if replies == 1 { #expect(!state.isClaimed, "\(state)") }
    }
    #expect(Self.exploration.states { $0.flow.phase == .answered } == [])
  }

  /// All events, whether or not they can happen.
  private static let events: [Flow.Event] = {
    let commands: [Flow.Command] = [
      .checkSession(.claim), .awaitRenewal, .claim, .find, .load, .scene(.dispatch),
      .scene(.dismiss),
      .scene(.settle(waits: true)), .scene(.arrive), .scene(.run), .scene(.refuse(.asked)),
      .scene(.commit(.done)), .scene(.continueForm),
    ]
    return commands.flatMap(events(after:)) + dispatches.map { .begun($0) }
      + [.nameTaken] + duplicateEnds
  }()

  @Test func `An event that isn't possible is reported`() {
    let expected = Dictionary(
      Self.exploration.steps.map { ($0.from.flow, [FlowName($0.event)]) },
      uniquingKeysWith: { $0 + $1 })
    for flow in Set(Self.exploration.states.map(\.flow)) {
      let expected = Set(expected[flow] ?? [])
      for event in Self.events where !expected.contains(FlowName(event)) {
        var after = flow
        #expect(after.step(event) == [.reportUnexpected], "\(flow), \(event)")
        #expect(after == flow, "\(flow), \(event)")
      }
    }
  }

  /// The name of an event without its values.
  private struct FlowName: Hashable {
    let text: String

    init(_ event: Flow.Event) { text = caseName(event) }
  }

  // MARK: Rows

  private struct Row: CustomTestStringConvertible {
    let testDescription: String
    var target = Flow.Target.own
    var age = Flow.Age.known
    let phase: Flow.Phase
    let event: Flow.Event
    let commands: [Flow.Command]
    let next: Flow.Phase
  }

  private static let renewedName = SessionName(SessionID(bits: 1))

  private static let rows: [Row] = [
    Row(
      testDescription: "a form of an outdated session is restored on a page of its own",
      phase: .checking(.claim), event: .session(.outdated), commands: [.reply(.outdated)],
      next: .answered),
    Row(
      testDescription: "a submission waits until its session has its new ID",
      phase: .checking(.process(.first)), event: .session(.renewing), commands: [.awaitRenewal],
      next: .waitingForRenewal(.process(.first))),
    Row(
      testDescription: "a repetition gets the response of the submission",
      phase: .claiming, event: .claimed(.past(.url("/a"))),
      commands: [.reply(.repetition(Destination(url: "/a")))], next: .answered),
    Row(
      testDescription: "a repetition of a failed submission fails too",
      phase: .waitingForDuplicate, event: .duplicateEnded(.failed),
      commands: [.reply(.repeatedFailure)],
      next: .answered),
    Row(
      testDescription: "a repetition of a submission that wasn't processed starts over",
      phase: .waitingForDuplicate, event: .duplicateEnded(.abandoned),
      commands: [.checkSessionLater(.claim)], next: .checking(.claim)),
    Row(
      testDescription: "a submission that may have been processed isn't processed",
      phase: .claiming, event: .claimed(.forgotten), commands: [.forget, .checkSession(.claim)],
      next: .checking(.claim)),
    Row(
      testDescription: "the form of a submission that is too old gets a temporary page",
      age: .forgotten,
      phase: .claiming, event: .claimed(.forgotten), commands: [.reply(.formAlone)],
      next: .answered),
    Row(
      testDescription: "the first submission of a page creates its scene", target: .first,
      phase: .loading(.first), event: .loaded(.nothing(.unknown)),
      commands: [.begin(.created, isNamed: true)], next: .beginning(.first, isNamed: true)),
    Row(
      testDescription: "a scene ID that can't be decoded isn't reused", target: .first,
      phase: .loading(.first), event: .loaded(.nothing(.nameTaken)),
      commands: [.begin(.created, isNamed: false)], next: .beginning(.first, isNamed: false)),
    Row(
      testDescription: "a form whose scene is gone is restored on a new one",
      phase: .loading(.first), event: .loaded(.nothing(.unknown)),
      commands: [.begin(.restored(.onNewScene), isNamed: false)],
      next: .beginning(.first, isNamed: false)),
    Row(
      testDescription: "after a conflict, a session that is gone isn't stored again",
      phase: .loading(Flow.Attempt(conflicts: 1)), event: .loaded(.nothing(.sessionGone)),
      commands: [.abandon, .leaveSession, .reply(.outdated)], next: .answered),
    Row(
      testDescription: "a repetition gets the cookie of a session that was renewed elsewhere",
      phase: .loading(.first),
      event: .loaded(.renewed(Destination(url: "/a", next: .renewed(renewedName)))),
      commands: [
        .leaveSession, .reply(.result(Destination(url: "/a", next: .renewed(renewedName)))),
      ], next: .answered),
    Row(
      testDescription: "a scene in memory that has ended is loaded",
      phase: .dispatching(.first, .memory), event: .sceneEnded, commands: [.load],
      next: .loading(.first)),
    Row(
      testDescription: "a scene that has ended after it was loaded is loaded again",
      phase: .dispatching(.first, .store), event: .sceneEnded,
      commands: [.checkSession(.process(Flow.Attempt(ends: 1)))],
      next: .checking(.process(Flow.Attempt(ends: 1)))),
    Row(
      testDescription: "a scene isn't loaded forever",
      phase: .dispatching(Flow.Attempt(ends: Flow.Attempt.limit), .store), event: .sceneEnded,
      commands: [.begin(.restored(.onNewScene), isNamed: false)],
      next: .beginning(Flow.Attempt(ends: Flow.Attempt.limit), isNamed: false)),
    Row(
      testDescription: "a page that the user has left continues on the scene that it created",
      phase: .dispatching(.first, .memory), event: .dispatched(.branched),
      commands: [.checkSession(.process(.first))], next: .checking(.process(.first))),
    Row(
      testDescription: "a page that this scene has left too gets another scene", target: .branch,
      phase: .dispatching(.first, .memory), event: .dispatched(.branched),
      commands: [.begin(.branched, isNamed: false)], next: .beginning(.first, isNamed: false)),
    Row(
      testDescription: "a submission that started no work doesn't wait",
      phase: .running(.first), event: .ran(.done, begunWork: false),
      commands: [.scene(.commit(.done))], next: .committing(.first)),
    Row(
      testDescription: "after another server's change, a submission is processed again",
      phase: .committing(.first), event: .committed(.conflict, begunEffects: true),
      commands: [.drop, .checkSessionLater(.process(Flow.Attempt(conflicts: 1)))],
      next: .checking(.process(Flow.Attempt(conflicts: 1)))),
    Row(
      testDescription: "after a second conflict, a submission without effects is processed again",
      phase: .committing(Flow.Attempt(conflicts: 1)),
      event: .committed(.conflict, begunEffects: false),
      commands: [.drop, .checkSessionLater(.process(Flow.Attempt(conflicts: 2)))],
      next: .checking(.process(Flow.Attempt(conflicts: 2)))),
    Row(
      testDescription: "a submission isn't processed again forever",
      phase: .committing(Flow.Attempt(conflicts: Flow.Attempt.conflictLimit)),
      event: .committed(.conflict, begunEffects: false),
      commands: [.drop, .reply(.failure(begunEffects: false))], next: .answered),
    Row(
      testDescription: "after a second conflict, a submission that has started effects fails",
      phase: .committing(Flow.Attempt(conflicts: 1)),
      event: .committed(.conflict, begunEffects: true),
      commands: [.drop, .reply(.failure(begunEffects: true))], next: .answered),
    Row(
      testDescription: "a change that is too large to be stored is undone",
      phase: .committing(.first), event: .committed(.tooLarge, begunEffects: false),
      commands: [.drop, .abandon, .reply(.tooLarge)], next: .answered),
    Row(
      testDescription: "a held form is processed when the result of another form is stored",
      phase: .committing(.first),
      event: .committed(.stored(Destination(url: "/a"), continues: true), begunEffects: false),
      commands: [.sceneLater(.settle(waits: true))],
      next: .continuing(.opening, Destination(url: "/a"))),
    Row(
      testDescription: "the response to a form follows the held form",
      phase: .continuing(.storing, Destination(url: "/a", next: .renewed(renewedName))),
      event: .committed(.stored(Destination(url: "/b", allowsPatch: true)), begunEffects: false),
      commands: [.reply(.result(Destination(url: "/b", next: .renewed(renewedName))))],
      next: .answered),
    Row(
      testDescription: "a form has its result even if the one of the held form can't be stored",
      phase: .continuing(.storing, Destination(url: "/a")),
      event: .committed(.failed, begunEffects: true),
      commands: [.drop, .reply(.result(Destination(url: "/a")))], next: .answered),
  ]

  @Test(arguments: rows) private func `Each event leads to its commands and its phase`(_ row: Row) {
    var flow = Flow(row.target, age: row.age, phase: row.phase)
    #expect(flow.step(row.event) == row.commands)
    #expect(flow.phase == row.next)
  }

  @Test func `Effects of an earlier attempt are remembered`() {
    var flow = Flow(.own, phase: .committing(.first))
    _ = flow.step(.committed(.conflict, begunEffects: true))
    _ = flow.step(.session(.open))
    _ = flow.step(.found(false))
    #expect(flow.step(.loaded(.failed)) == [.reply(.failure(begunEffects: true))])
  }

  @Test func `The article shows the diagram of this state machine`() throws {
    try FlowArticle.expect(
      Self.exploration.diagram(
        phase: { caseName($0.flow.phase) }),
      headed: "A submission")
  }
}
