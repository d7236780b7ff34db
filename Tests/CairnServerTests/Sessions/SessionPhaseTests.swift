import Testing

@testable import CairnServer

/// The phases of a session, and the events in each phase.
@Suite struct SessionPhaseTests {
  private final class Asker: Sendable {}

  private static let askers = (Asker(), Asker())
  private static let (one, other) = (ObjectIdentifier(askers.0), ObjectIdentifier(askers.1))

  /// The events of a session.
  private enum Event: CaseIterable {
    case oneHolds, otherHolds, oneLetsGo, otherLetsGo, begins, fails, succeeds, ends

    func apply(to phase: inout SessionPhase) {
      switch self {
      case .oneHolds: phase.hold(by: one)
      case .otherHolds: phase.hold(by: other)
      case .oneLetsGo: phase.letGo(by: one)
      case .otherLetsGo: phase.letGo(by: other)
      case .begins: phase.beginRenewal()
      case .fails: phase.endRenewal(isRenewed: false)
      case .succeeds: phase.endRenewal(isRenewed: true)
      case .ends: phase = .ended
      }
    }
  }

  /// The result of each event, in the order of the cases.
  private static let rows: [(SessionPhase, [SessionPhase])] = [
    (
      .open,
      [
        .held(by: [one]), .held(by: [other]), .open, .open, .renewing(holders: []), .open, .open,
        .ended,
      ]
    ),
    (
      .held(by: [one]),
      [
        .held(by: [one]), .held(by: [one, other]), .open, .held(by: [one]),
        .renewing(holders: [one]), .held(by: [one]), .held(by: [one]), .ended,
      ]
    ),
    (
      .held(by: [one, other]),
      [
        .held(by: [one, other]), .held(by: [one, other]), .held(by: [other]), .held(by: [one]),
        .renewing(holders: [one, other]), .held(by: [one, other]), .held(by: [one, other]), .ended,
      ]
    ),
    (
      .renewing(holders: []),
      [
        .renewing(holders: [one]), .renewing(holders: [other]), .renewing(holders: []),
        .renewing(holders: []), .renewing(holders: []), .open, .open, .ended,
      ]
    ),
    (
      .renewing(holders: [one]),
      [
        .renewing(holders: [one]), .renewing(holders: [one, other]), .renewing(holders: []),
        .renewing(holders: [one]), .renewing(holders: [one]), .held(by: [one]), .open, .ended,
      ]
    ),
    (.ended, Array(repeating: .ended, count: 8)),
  ]

  @Test func `Each event has one result in each phase`() {
    for (phase, results) in Self.rows {
      for (event, result) in zip(Event.allCases, results) {
        var next = phase
        event.apply(to: &next)
        #expect(next == result, "\(phase), \(event)")
      }
    }
  }

  @Test func `Work waits only while it could be stored for, or shown to, the wrong user`() {
    let waiting: [(SessionPhase, Set<SessionPhase.Work>)] = [
      (.open, []), (.held(by: [Self.one]), [.submission, .request]),
      (.renewing(holders: []), [.scene, .submission, .renewal]),
      (.renewing(holders: [Self.one]), [.scene, .submission, .renewal, .request]), (.ended, []),
    ]
    for (phase, works) in waiting {
      for work in SessionPhase.Work.allCases {
        #expect(phase.mustWait(work) == works.contains(work), "\(phase), \(work)")
      }
    }
  }

  @Test func `A holder doesn't count as another holder`() {
    for phase in [SessionPhase.held(by: [Self.one]), .renewing(holders: [Self.one])] {
      #expect(phase.isHeld() && phase.isHeld(exceptBy: Self.other))
      #expect(!phase.isHeld(exceptBy: Self.one))
    }
    #expect(SessionPhase.held(by: [Self.one, Self.other]).isHeld(exceptBy: Self.one))
    for phase in [SessionPhase.open, .renewing(holders: []), .ended] { #expect(!phase.isHeld()) }
  }

  @Test(arguments: [(true, SessionPhase.held(by: [other])), (false, .held(by: [one, other]))])
  func `A renewal for one holder completes only the request of that holder`(
    isRenewed: Bool, result: SessionPhase
  ) {
    var phase = SessionPhase.renewing(holders: [Self.one, Self.other])
    phase.endRenewal(isRenewed: isRenewed, by: Self.one)
    #expect(phase == result)
  }
}
