import CairnDependencies
import CairnFeatures
import Testing

@testable import CairnServer

/// The effects that are working, and when to check them.
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

  @Test func `A scene without effects has settled`() {
    #expect(settling.isSettled(until: deadline, running: 0))
    #expect(!settling.isSettled(until: deadline, running: 1))
  }

  @Test func `A waiting effect has settled after a check`() {
    let effect = effect()
    #expect(!settling.isSettled(until: deadline, running: 1))
    _ = settling.note(.waits(until: nil), of: effect)
    #expect(!settling.isSettled(until: deadline, running: 1))
    let epoch = settling.epoch
    guard case .settled = settling.conclude(since: epoch, running: 1) else {
      Issue.record("The scene hasn't settled")
      return
    }
    #expect(settling.isSettled(until: deadline, running: 1))
    // An action can have given the effect more work.
    settling.noteAction()
    #expect(!settling.isSettled(until: deadline, running: 1))
  }

  @Test func `An effect that wakes before the deadline hasn't settled`() {
    let effect = effect()
    _ = settling.note(.waits(until: now + .milliseconds(500)), of: effect)
    _ = settling.conclude(since: settling.epoch, running: 1)
    #expect(!settling.isSettled(until: deadline, running: 1))
    #expect(settling.isSettled(until: now + .milliseconds(499), running: 1))
  }

  @Test func `A sleep that's longer than the longest pause has settled even if it ends in time`() {
    let settling = SceneSettling(longestPause: .seconds(60))
    let effect = EffectActivity(isolation: settling) { _, _ in }
    settling.begin(effect, at: nil)
    _ = settling.note(running: 1)
    for (pause, isSettled) in [(30, false), (3600, true)] {
      _ = settling.note(.waits(until: now + .seconds(pause)), of: effect)
      _ = settling.conclude(since: settling.epoch, running: 1)
      #expect(settling.isSettled(until: now + .seconds(7200), running: 1) == isSettled)
    }
  }

  @Test func `A check is requested once, and only if a response waits`() {
    let effect = effect()
    #expect(!settling.note(.waits(until: nil), of: effect))
    #expect(settling.note(isAwaited: true))
    // A check is already in progress.
    #expect(!settling.note(.works, of: effect))
    #expect(!settling.note(.waits(until: nil), of: effect))
    #expect(!settling.note(running: 1))
  }

  @Test func `A change during a check leads to another check`() {
    let effect = effect()
    _ = settling.note(.waits(until: nil), of: effect)
    #expect(settling.note(isAwaited: true))
    let epoch = settling.epoch
    settling.noteAction()
    guard case .again = settling.conclude(since: epoch, running: 1) else {
      Issue.record("The processed action doesn't lead to another check")
      return
    }
    // While an effect works, its next wait leads to a check.
    let next = settling.epoch
    #expect(!settling.note(.works, of: effect))
    guard case .working = settling.conclude(since: next, running: 1) else {
      Issue.record("The effect doesn't count as working")
      return
    }
    #expect(settling.note(.waits(until: nil), of: effect))
  }

  @Test func `Effects that listen, or wait for a view, are counted`() {
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

  @Test func `The source locations of working effects are known`() {
    let here = EffectPlace(fileID: "App/Feature.swift", line: 12)
    let working = effect(at: here)
    let waiting = effect(at: EffectPlace(fileID: "App/Other.swift", line: 3))
    _ = settling.note(.waits(until: nil), of: waiting)
    #expect(settling.workingPlaces(until: deadline).map(\.description) == [here.description])
    _ = settling.note(.ended, of: working)
    #expect(settling.workingPlaces(until: deadline).isEmpty)
  }
}
