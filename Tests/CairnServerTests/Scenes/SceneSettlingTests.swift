import CairnDependencies
import CairnFeatures
import Testing

@testable import CairnServer

/// Which effects work, and when that has to be looked at.
@Suite struct SceneSettlingTests {
  private let now = ContinuousClock.now
  private var deadline: ContinuousClock.Instant { now + .seconds(1) }
  private let settling = SceneSettling()

  private func effect(isOfView: Bool = false, at place: EffectPlace? = nil) -> EffectActivity {
    let activity = EffectActivity(isolation: settling, isOfView: isOfView) { _, _ in }
    settling.begin(activity, at: place)
    _ = settling.note(running: 1)
    return activity
  }

  @Test func `a scene without effects has settled`() {
    #expect(settling.isSettled(until: deadline, running: 0))
    #expect(!settling.isSettled(until: deadline, running: 1))
  }

  @Test func `an effect that waits has settled once somebody has looked`() {
    let effect = effect()
    #expect(!settling.isSettled(until: deadline, running: 1))
    _ = settling.note(.waits(until: nil), of: effect)
    #expect(!settling.isSettled(until: deadline, running: 1))
    let epoch = settling.epoch
    guard case .settled = settling.conclude(since: epoch, running: 1) else {
      Issue.record("nothing has happened")
      return
    }
    #expect(settling.isSettled(until: deadline, running: 1))
    // An action may have given it something to do.
    settling.noteAction()
    #expect(!settling.isSettled(until: deadline, running: 1))
  }

  @Test func `an effect that wakes before the deadline hasn't settled`() {
    let effect = effect()
    _ = settling.note(.waits(until: now + .milliseconds(500)), of: effect)
    _ = settling.conclude(since: settling.epoch, running: 1)
    #expect(!settling.isSettled(until: deadline, running: 1))
    #expect(settling.isSettled(until: now + .milliseconds(499), running: 1))
  }

  @Test func `a look is asked for once, and only where somebody waits`() {
    let effect = effect()
    #expect(!settling.note(.waits(until: nil), of: effect))
    #expect(settling.note(isAwaited: true))
    // Somebody looks already.
    #expect(!settling.note(.works, of: effect))
    #expect(!settling.note(.waits(until: nil), of: effect))
    #expect(!settling.note(running: 1))
  }

  @Test func `something that happens during a look leads to another one`() {
    let effect = effect()
    _ = settling.note(.waits(until: nil), of: effect)
    #expect(settling.note(isAwaited: true))
    let epoch = settling.epoch
    settling.noteAction()
    guard case .again = settling.conclude(since: epoch, running: 1) else {
      Issue.record("an action has been processed")
      return
    }
    // While an effect works, the next wait leads to a look.
    let next = settling.epoch
    #expect(!settling.note(.works, of: effect))
    guard case .working = settling.conclude(since: next, running: 1) else {
      Issue.record("an effect works")
      return
    }
    #expect(settling.note(.waits(until: nil), of: effect))
  }

  @Test func `what listens, and what waits for a view, is counted`() {
    let listener = effect()
    let ofView = effect(isOfView: true)
    let worker = effect()
    #expect(settling.listening == 0)
    _ = settling.note(.listens, of: listener)
    _ = settling.note(.waits(until: nil), of: ofView)
    _ = settling.note(.waits(until: nil), of: worker)
    #expect(settling.listening == 2)
    _ = settling.note(.works, of: listener)
    #expect(settling.listening == 1)
    _ = settling.note(.ended, of: ofView)
    #expect(settling.listening == 0)
  }

  @Test func `the places of effects that work are known`() {
    let here = EffectPlace(fileID: "App/Feature.swift", line: 12)
    let working = effect(at: here)
    let waiting = effect(at: EffectPlace(fileID: "App/Other.swift", line: 3))
    _ = settling.note(.waits(until: nil), of: waiting)
    #expect(settling.workingPlaces(until: deadline).map(\.description) == [here.description])
    _ = settling.note(.ended, of: working)
    #expect(settling.workingPlaces(until: deadline).isEmpty)
  }
}
