import CairnDependencies
import Foundation
import Synchronization
import Testing

@testable import CairnPasswords

@Suite struct AttemptLimiterTests {
  private let store = MemoryAttemptStore()
  private let start = Date(timeIntervalSince1970: 1_000_000)

  private var limiter: AttemptLimiter { AttemptLimiter(store: store) }

  /// Begins attempts that fail, and returns the last decision.
  @discardableResult
  private func attempt(
    _ count: Int = 1, account: String? = "ada@example.com", address: String? = nil,
    after seconds: TimeInterval = 0, with limiter: AttemptLimiter? = nil
  ) async throws -> AttemptDecision {
    try await withDependencies {
      $0.date.now = start.addingTimeInterval(seconds)
    } operation: {
      var decision = AttemptDecision.allowed
      for _ in 0..<count {
        decision = try await (limiter ?? self.limiter).begin(account: account, address: address)
      }
      return decision
    }
  }

  /// Runs an operation at a time.
  private func at(_ seconds: TimeInterval, _ operation: () async throws -> Void) async throws {
    try await withDependencies {
      $0.date.now = start.addingTimeInterval(seconds)
    } operation: {
      try await operation()
    }
  }

  private func wait(_ seconds: TimeInterval) -> AttemptDecision {
    .wait(until: start.addingTimeInterval(seconds))
  }

  @Test func `The first failed attempts cause no delay`() async throws {
    let fifth = try await attempt(5)
    let sixth = try await attempt()
    #expect(fifth == .allowed)
    #expect(sixth == wait(5))
  }

  @Test func `Each further failure doubles the delay, up to a maximum`() async throws {
    try await attempt(5)
    var time: TimeInterval = 0
    for delay in [5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900] as [TimeInterval] {
      let early = try await attempt(after: time + delay - 0.5)
      #expect(early == wait(time + delay))
      time += delay
      let next = try await attempt(after: time)
      #expect(next == .allowed)
    }
  }

  @Test func `Attempts during a delay don't extend it`() async throws {
    try await attempt(5)
    try await attempt(1000, after: 4)
    let next = try await attempt(after: 5)
    #expect(next == .allowed)
  }

  @Test func `A success removes the account's failures`() async throws {
    try await attempt(4)
    try await at(0) { try await limiter.succeed(account: "ada@example.com", address: nil) }
    let fifth = try await attempt(5)
    #expect(fifth == .allowed)
  }

  @Test func `A reset ends the delay of an account`() async throws {
    try await attempt(6)
    try await at(0) { try await limiter.reset(account: "ada@example.com", address: nil) }
    let next = try await attempt()
    #expect(next == .allowed)
  }

  @Test func `A canceled attempt isn't counted`() async throws {
    for _ in 1...100 {
      let decision = try await attempt(address: "192.0.2.1")
      #expect(decision == .allowed)
      try await at(0) {
        try await limiter.cancel(account: "ada@example.com", address: "192.0.2.1")
      }
    }
    #expect(store.count == 0)
  }

  @Test func `A success doesn't extend the delay of an address`() async throws {
    for number in 1...50 { try await attempt(account: "user\(number)", address: "192.0.2.1") }
    let success = try await attempt(account: "own", address: "192.0.2.1", after: 5)
    try await at(5) { try await limiter.succeed(account: "own", address: "192.0.2.1") }
    let other = try await attempt(account: "another", address: "192.0.2.1", after: 6)
    #expect(success == .allowed)
    #expect(other == .allowed)
  }

  @Test func `An address's failures are forgotten, even if others succeed`() async throws {
    for number in 1...50 { try await attempt(account: "user\(number)", address: "192.0.2.1") }
    for hour in 1...24 {
      let time = Double(hour) * 3600
      try await attempt(account: "own", address: "192.0.2.1", after: time)
      try await at(time) { try await limiter.succeed(account: "own", address: "192.0.2.1") }
    }
    for number in 1...50 {
      let decision = try await attempt(
        account: "user\(number)", address: "192.0.2.1", after: 86400)
      #expect(decision == .allowed)
    }
  }

  @Test func `An account is limited strictly for one address, and loosely for all`() async throws {
    for number in 1...10 {
      let decision = try await attempt(5, address: "192.0.2.\(number)")
      #expect(decision == .allowed)
      let next = try await attempt(address: "192.0.2.\(number)")
      #expect(next == wait(5))
    }
    let elsewhere = try await attempt(address: "192.0.2.99")
    #expect(elsewhere == wait(5))
  }

  @Test(arguments: ["ada@example.com\0", "ada@example.com\0 1", " ada@example.com\u{7}x"])
  func `Control characters don't make another account`(name: String) async throws {
    try await attempt(5)
    let other = try await attempt(account: name)
    #expect(other == wait(5))
  }

  @Test func `Failures are forgotten after a day`() async throws {
    try await attempt(5)
    let dayLater = try await attempt(5, after: 86400)
    #expect(dayLater == .allowed)
  }

  @Test func `The same name in another case is the same account`() async throws {
    try await attempt(5)
    let other = try await attempt(account: " Ada@Example.COM ")
    #expect(other == wait(5))
  }

  @Test func `Accounts and purposes are limited separately`() async throws {
    try await attempt(6)
    let other = try await attempt(account: "grace@example.com")
    let reset = try await attempt(with: AttemptLimiter(store: store, purpose: "reset"))
    #expect(other == .allowed)
    #expect(reset == .allowed)
  }

  @Test func `An address is limited across all accounts`() async throws {
    for number in 1...50 {
      let decision = try await attempt(account: "user\(number)", address: "192.0.2.1")
      #expect(decision == .allowed)
    }
    let next = try await attempt(account: "another", address: "192.0.2.1")
    let elsewhere = try await attempt(account: "another", address: "192.0.2.2")
    #expect(next == wait(5))
    #expect(elsewhere == .allowed)
  }

  @Test func `Signing in to one's own account doesn't remove an address's failures`() async throws {
    for number in 1...49 {
      try await attempt(account: "user\(number)", address: "192.0.2.1")
      try await attempt(account: "own", address: "192.0.2.1")
      try await at(0) { try await limiter.succeed(account: "own", address: "192.0.2.1") }
    }
    try await attempt(account: "user50", address: "192.0.2.1")
    let next = try await attempt(account: "own", address: "192.0.2.1")
    #expect(next == wait(5))
  }

  @Test(arguments: [
    ("2001:db8:1:2::1", "2001:0DB8:1:2:ffff::2", true),
    ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
    ("::ffff:192.0.2.1", "192.0.2.1", true),
    ("192.0.2.1", "192.0.2.2", false),
    ("not an address", "not an address", true),
  ])
  func `An IPv6 network counts as one address`(one: String, other: String, isSame: Bool) {
    #expect((ClientNetwork.of(one) == ClientNetwork.of(other)) == isSame)
  }

  @Test func `Attempts at the same time can't exceed the limit`() async throws {
    let limiter = limiter
    let allowed = try await withDependencies {
      $0.date.now = start
    } operation: {
      try await withThrowingTaskGroup(of: AttemptDecision.self) { group in
        for _ in 0..<100 {
          group.addTask { try await limiter.begin(account: "ada", address: nil) }
        }
        return try await group.reduce(into: 0) { $0 += $1 == .allowed ? 1 : 0 }
      }
    }
    #expect(allowed == 5)
  }

  @Test func `If the clock is set back, the delay isn't longer than the maximum`() async throws {
    try await attempt(5, after: 10_000)
    let earlier = try await attempt()
    #expect(earlier == wait(900))
  }

  @Test func `A flood of names doesn't remove an attacked account's record`() async throws {
    let store = MemoryAttemptStore(limit: 100)
    let limiter = AttemptLimiter(store: store)
    try await attempt(5, account: "ada", with: limiter)
    for number in 0..<1000 {
      try await attempt(account: "name\(number)", after: 1, with: limiter)
    }
    let next = try await attempt(account: "ada", after: 1, with: limiter)
    #expect(next == wait(5))
    // The account and the account at an address are counted.
    #expect(store.count <= 200)
  }

  @Test func `A store doesn't contain names`() async throws {
    let names = SeenKeys()
    try await attempt(account: "ada@example.com", with: AttemptLimiter(store: names))
    let keys = names.keys.withLock(\.self)
    #expect(keys.count == 2)
    #expect(keys.allSatisfy { $0.text.utf8.count == 64 && !$0.text.contains("ada") })
  }

  /// A store that only remembers the keys.
  private final class SeenKeys: AttemptStore {
    let keys = Mutex<Set<AttemptKey>>([])

    func update<Result: Sendable>(
      _ keys: [AttemptKey], at now: Date,
      _ change: @escaping @Sendable (inout [AttemptKey: AttemptRecord]) -> Result
    ) async throws -> Result {
      self.keys.withLock { $0.formUnion(keys) }
      var records: [AttemptKey: AttemptRecord] = [:]
      return change(&records)
    }
  }
}
