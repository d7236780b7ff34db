import Foundation
import Testing

@testable import Capacity

@Suite struct RecoverySimulationTests {
  /// A core that's half busy, with a storm of streams and room for a few of them.
  private static let storm = RecoverySlice(
    people: 20_000, requests: 1000, serverWork: 0.0005, shardWork: 0.0001, lostStreams: 3000,
    streamWork: 0.0005, streamShardWork: 0.0001, rejectionWork: 0.00002, room: 50)

  /// A shard that fails for two seconds.
  private static let outage = RecoverySlice(
    people: 2000, requests: 100, serverWork: 0.0005, shardWork: 0.0001, rejectionWork: 0.00002,
    outage: 2, room: 50)

  @Test(arguments: [storm, outage], RetryPolicy.all)
  func `Each attempt is either served or rejected, and each request is served once`(
    slice: RecoverySlice, policy: RetryPolicy
  ) {
    let result = RecoverySimulation.run(slice, policy: policy, seed: 1)
    #expect(result.attempts == result.served + result.rejected)
    #expect(result.begun == result.served + result.unfinished)
    #expect(result.served == result.returns.count + result.responses.count)
    if result.recovery != nil { #expect(result.unfinished == 0) }
    #expect(result.returns.count >= slice.lostStreams || result.recovery == nil)
    #expect(result.longestQueue <= slice.room)
    #expect(result.rejected > 0 || policy.streams.first > 1)
  }

  @Test func `The result depends only on the seed`() {
    let results = [1, 1, 2].map {
      RecoverySimulation.run(Self.storm, policy: .shipped, seed: $0)
    }
    #expect(results[0] == results[1])
    #expect(results[0] != results[2])
  }

  /// The mean wait in M/M/1 is ρ/(μ − λ), and 1 % of the times in the system exceed ln 100/(μ − λ).
  @Test(arguments: [0.3, 0.5, 0.7])
  func `Waiting times match the formula of M/M/1`(use: Double) {
    let slice = RecoverySlice(people: 1e12, requests: use * 1000, serverWork: 0.001)
    let result = RecoverySimulation.run(slice, policy: .shipped, seed: 1, duration: 500)
    let free = 1000 * (1 - use)
    #expect(Double(result.served) > use * 490_000)
    #expect(abs(result.waits.mean / (use / free) - 1) < 0.05)
    #expect(abs(result.responses.mean / (1 / free) - 1) < 0.05)
    #expect(abs(result.responses.percentile(0.99) / (log(100) / free) - 1) < 0.08)
    #expect(result.rejected == 0)
  }

  @Test func `Jitter spreads a storm that would otherwise fill the queue`() throws {
    var storm = Self.storm
    storm.lostStreams = 500
    let together = RetryPolicy(
      name: "together", streams: BackOff(first: 1, longest: 15, jitter: 1...1),
      requests: RetryPolicy.shipped.requests)
    let without = RecoverySimulation.run(storm, policy: together, seed: 1)
    let with = RecoverySimulation.run(storm, policy: .shipped, seed: 1)
    #expect(without.longestQueue == storm.room)
    #expect(without.rejected > 400)
    #expect(with.rejected == 0)
    let recovery = try #require(with.recovery)
    #expect(recovery > 1 && recovery < 2)
  }

  @Test func `All streams can't return faster than the core works`() throws {
    let result = RecoverySimulation.run(Self.storm, policy: .shipped, seed: 1)
    let recovery = try #require(result.recovery)
    #expect(abs(Self.storm.shortestReturn - 3) < 1e-9)
    #expect(recovery > 0.9 * Self.storm.shortestReturn)
    var full = Self.storm
    full.requests = 2000
    #expect(full.shortestReturn == .infinity)
  }

  @Test func `People whose request is being repeated don't send others`() {
    let result = RecoverySimulation.run(Self.outage, policy: .shipped, seed: 1)
    // Within two seconds, about 200 of the 2,000 people send a request.
    #expect((150...250).contains(result.returns.count))
    #expect(result.rejected > result.returns.count)
    var small = Self.outage
    small.people = 10
    let few = RecoverySimulation.run(small, policy: .shipped, seed: 1)
    #expect(few.returns.count == 10)
  }

  @Test(arguments: CapacityReport.people)
  func `A slice has its share of the plan`(people: Double) {
    let inputs = CapacityInputs()
    let plan = CapacityPlan(people: people, inputs: inputs)
    let cores = plan.servers * 16
    let proxies = Disruption.proxies.slice(of: plan, inputs: inputs)
    #expect(abs(proxies.people * cores / people - 1) < 1e-9)
    #expect(abs(proxies.requests * proxies.serverWork * cores / plan.demand.busyCores - 1) < 1e-9)
    #expect(
      abs(proxies.requests * proxies.shardWork * plan.shards / plan.demand.busyShards - 1) < 1e-9)
    #expect(Double(proxies.lostStreams) >= plan.demand.streams / cores)
    #expect(proxies.outage == 0)
    let deploy = Disruption.deploy.slice(of: plan, inputs: inputs)
    #expect(deploy.people > proxies.people)
    #expect(deploy.lostStreams <= proxies.lostStreams * 2)
    let shard = Disruption.shard.slice(of: plan, inputs: inputs)
    #expect(shard.lostStreams == 0)
    #expect(shard.outage == 17)
  }

  @Test func `A result holds if both goals are reached`() throws {
    var inputs = CapacityInputs()
    let result = RecoverySimulation.run(Self.storm, policy: .shipped, seed: 1)
    let recovery = try #require(result.recovery)
    let response = result.responses.percentile(0.99)
    try inputs.set("longestRecovery", to: recovery, source: "a test")
    try inputs.set("longestResponse", to: response, source: "a test")
    #expect(result.holds(inputs))
    try inputs.set("longestRecovery", to: recovery * 0.99, source: "a test")
    #expect(!result.holds(inputs))
    try inputs.set("longestRecovery", to: recovery, source: "a test")
    try inputs.set("longestResponse", to: response * 0.99, source: "a test")
    #expect(!result.holds(inputs))
  }
}
