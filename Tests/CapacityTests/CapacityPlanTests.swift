import Testing

@testable import Capacity

@Suite struct CapacityPlanTests {
  /// People who only open a page per second, which takes 10 ms, on servers with one core.
  private static func readers(_ changes: [String: Double] = [:]) throws -> CapacityInputs {
    var figures = [
      "pagesPerMinute": 60, "formsPerMinute": 0, "liveShare": 0, "pageTime": 10_000, "loadTime": 0,
      "cores": 1, "utilization": 0.5, "spares": 0, "sceneMinutes": 0,
    ]
    figures.merge(changes) { $1 }
    var inputs = CapacityInputs()
    for (name, value) in figures { try inputs.set(name, to: value, source: "a test") }
    return inputs
  }

  @Test func `A hundred requests of 10 ms keep one core busy, so two are planned`() throws {
    let plan = CapacityPlan(people: 100, inputs: try Self.readers())
    #expect(plan.demand.requests == 100)
    #expect(abs(plan.demand.busyCores - 1) < 1e-9)
    #expect(plan.demand.traffic == 100 * (4100 + 700))
    #expect(plan.servers == 2)
    #expect(plan.decisive == .serverProcessor)
    #expect(plan.first.kind == .serverProcessor)
    #expect(abs(plan.limit - 200) < 1e-6)
  }

  @Test func `Spares are added to the servers that are needed`() throws {
    let plan = CapacityPlan(people: 100, inputs: try Self.readers(["spares": 2]))
    #expect(plan.servers == 4)
    #expect(plan.runningServers == 2)
    #expect(plan.proxies == 3)
  }

  @Test func `A browser without the script requests a page after each form`() throws {
    let inputs = try Self.readers([
      "pagesPerMinute": 0, "formsPerMinute": 60, "scriptShare": 0.75, "formTime": 1000,
      "pageTime": 2000, "patchTime": 100,
    ])
    let demand = CapacityDemand(people: 4, servers: 1, inputs: inputs)
    // Each second, one form without the script and its page, and three patches.
    #expect(demand.requests == 5)
    #expect(demand.commits == 4)
    #expect(abs(demand.busyCores - 0.0033) < 1e-12)
    #expect(demand.traffic == 5 * 700 + 4100 + 3 * 410)
  }

  @Test func `Streams cost pushes, beats, and open files`() throws {
    let inputs = try Self.readers([
      "pagesPerMinute": 0, "liveShare": 1, "pushesPerMinute": 60, "pushTime": 100,
      "beatTime": 15, "files": 3500, "utilization": 1,
    ])
    let plan = CapacityPlan(people: 3000, inputs: inputs)
    // 3,500 files are 2,000 connections, 1,000 streams, and 500 streamed responses.
    #expect(CapacityPlan.streamsOfServer(inputs) == 1000)
    #expect(abs(plan.demand.busyCores - 0.303) < 1e-9)
    #expect(plan.servers == 3)
    #expect(plan.decisive == .serverFiles)
    #expect(plan.maxConnections == 2000)
  }

  @Test func `One server needs no loads, and several keep copies`() throws {
    let inputs = try Self.readers(["sceneMinutes": 2.0 / 60])
    let one = CapacityDemand(people: 10, servers: 1, inputs: inputs)
    #expect(one.loads == 0)
    #expect(one.copies == 1)
    // The second of two requests goes to the other server in half of the cases.
    let two = CapacityDemand(people: 10, servers: 2, inputs: inputs)
    #expect(two.loads == 5)
    #expect(abs(two.copies - 1.5) < 1e-9)
    #expect(abs(two.memory - 10 * 1.5 * 10_000) < 1e-6)
  }

  @Test func `A server keeps at most one copy of a scene`() throws {
    let few = CapacityPlan(people: 10, inputs: try Self.readers(["spares": 1, "sceneMinutes": 5]))
    #expect(few.runningServers == 1)
    #expect(few.demand.copies > 1.9)
    #expect(few.maxLiveScenes == 10)
    // Each of five servers gets one of the requests that are remembered in a fifth of the cases.
    let many = CapacityPlan(
      people: 250, inputs: try Self.readers(["sceneMinutes": 1.0 / 60]))
    #expect(many.servers == 5)
    #expect(many.maxLiveScenes == 50)
  }

  @Test func `Sessions of earlier visits are stored until they expire`() throws {
    let inputs = try Self.readers([
      "visitMinutes": 60, "idleHours": 4, "meanLoad": 0.5, "storedSize": 1000,
      "shardMemory": 60_000, "replicas": 2,
    ])
    let plan = CapacityPlan(people: 100, inputs: inputs)
    #expect(plan.demand.stored == 300_000)
    // Half of a shard's memory is used.
    #expect(plan.shards == 10)
    #expect(plan.nodes == 30)
    #expect(plan.clusters == 1)
  }

  @Test func `Loads and commits keep shards busy`() throws {
    let inputs = try Self.readers([
      "pagesPerMinute": 0, "formsPerMinute": 60, "scriptShare": 1, "shardLoadTime": 2000,
      "shardCommitTime": 1000,
    ])
    let demand = CapacityDemand(people: 100, servers: 2, inputs: inputs)
    #expect(demand.loads == 50)
    #expect(demand.commits == 100)
    #expect(abs(demand.busyShards - 0.2) < 1e-12)
    #expect(demand.storeTraffic == 150 * 4096)
  }

  @Test func `More people never need fewer machines`() {
    let inputs = CapacityInputs()
    var last = CapacityPlan(people: 1, inputs: inputs)
    for step in 1...80 {
      let people = (0..<step).reduce(1.0) { people, _ in people * 1.26 }
      let plan = CapacityPlan(people: people, inputs: inputs)
      #expect(plan.servers >= last.servers)
      #expect(plan.shards >= last.shards)
      #expect(plan.nodes >= last.nodes)
      #expect(plan.demand.busyCores > last.demand.busyCores)
      #expect(plan.demand.memory > last.demand.memory)
      #expect(plan.demand.stored > last.demand.stored)
      last = plan
    }
    #expect(last.servers > 100)
  }

  @Test(arguments: CapacityReport.people)
  func `No part except the cluster is used beyond the aim`(people: Double) {
    let inputs = CapacityInputs()
    let plan = CapacityPlan(people: people, inputs: inputs)
    #expect(plan.parts.count == CapacityPart.Kind.allCases.count)
    for part in plan.parts where part.kind != .clusterNodes {
      #expect(part.use <= inputs[.utilization] + 1e-9, "\(part)")
    }
    #expect(plan.parts.allSatisfy { $0.use <= plan.first.use })
  }

  @Test func `Memory is compared per person`() throws {
    let inputs = try Self.readers(["liveShare": 1, "pushesPerMinute": 0])
    let plan = CapacityPlan(people: 100, inputs: inputs)
    let memory = MemoryComparison(plan, inputs: inputs)
    #expect(memory.cairnWithAffinity == 100 * (10_000 + 1536))
    #expect(memory.cairn == memory.cairnWithAffinity)
    #expect(memory.liveView == 4e6)
    #expect(memory.blazor == 25e6)
  }
}
