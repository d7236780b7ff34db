import CairnSessions
import Synchronization
import Testing

struct LeaseTermTests {
  /// A time that a test sets.
  private final class Time: Sendable {
    private let time = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { time.withLock(\.self) }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
  }

  private let time = Time()
  private let term: LeaseTerm

  init() {
    term = LeaseTerm(until: time.now + .seconds(2)) { [time] in time.now }
  }

  @Test func `A term lasts as long as it's extended`() {
    for _ in 0..<3 {
      time.advance(by: .seconds(1))
      let isExtended = term.extend(until: time.now + .seconds(2))
      #expect(isExtended)
    }
    // A late reply doesn't make the term shorter.
    let isExtended = term.extend(until: time.now)
    #expect(isExtended)
    time.advance(by: .seconds(1))
    #expect(!term.isOver)
    time.advance(by: .seconds(1))
    #expect(term.isOver)
  }

  @Test func `A term that's over can't be extended`() {
    time.advance(by: .seconds(2))
    let isExtended = term.extend(until: time.now + .seconds(2))
    #expect(!isExtended)
    #expect(term.isOver)
  }

  @Test func `A finished term is over`() {
    term.finish()
    #expect(term.isOver)
    let isExtended = term.extend(until: time.now + .seconds(2))
    #expect(!isExtended)
  }
}
