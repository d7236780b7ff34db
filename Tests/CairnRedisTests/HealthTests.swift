import CairnSessions
import Testing

@testable import CairnRedis

/// What's logged about the failures of nodes.
struct HealthTests {
  private let one = RedisAddress(host: "one", port: 1)
  private let other = RedisAddress(host: "other", port: 1)
  private let start = ContinuousClock.now
  private var health = Health()

  @Test mutating func `The store works again when none of its nodes fails`() {
    let isLogged = [
      health.succeeded(at: one), health.failed(.inaccessible, at: one, now: start),
      health.succeeded(at: other), health.failed(.busy, at: other, now: start),
      health.succeeded(at: one), health.succeeded(at: other), health.succeeded(at: other),
    ]
    #expect(isLogged == [false, true, false, true, false, true, false])
  }

  @Test mutating func `A node that isn't used any longer doesn't count`() {
    let failure = health.failed(.inaccessible, at: one, now: start)
    health.forget(one)
    let success = health.succeeded(at: other)
    #expect(failure && success)
  }

  @Test mutating func `A kind of failure is logged once in ten seconds`() {
    let isLogged = [
      health.failed(.busy, at: one, now: start),
      health.failed(.busy, at: one, now: start + .seconds(9)),
      health.failed(.full, at: one, now: start + .seconds(9)),
      health.failed(.full, at: other, now: start + .seconds(19)),
    ]
    #expect(isLogged == [true, false, true, true])
  }
}
