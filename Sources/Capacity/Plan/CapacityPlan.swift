/// The machines that a number of people need at the same time.
package struct CapacityPlan: Sendable {
  package let demand: CapacityDemand
  /// Servers, including spares.
  package let servers: Double
  /// Servers that remain if the spares have failed.
  package let runningServers: Double
  /// Proxies, including spares.
  package let proxies: Double
  /// Redis processes with data of their own, without replicas.
  package let shards: Double
  /// Shards and their replicas.
  package let nodes: Double
  /// Clusters that have at most the recommended number of nodes.
  package let clusters: Double
  /// All parts, from the most used to the least used.
  ///
  /// The spares don't count, because they may have failed.
  package let parts: [CapacityPart]
  /// The part that determines the number of servers.
  package let decisive: CapacityPart.Kind

  /// The part that breaks first.
  package var first: CapacityPart { parts[0] }

  /// The number of people for which the most used part has no room left.
  package var limit: Double { demand.people / first.use }

  /// - Parameter people: The number of people who use the application at the same time. It's at least 1.
  package init(people: Double, inputs: CapacityInputs) {
    let aim = inputs[.utilization]
    let spares = inputs[.spares]
    // More servers mean more loads and copies, which need more servers. The first number that's enough is the smallest.
    var running = 1.0
    var needs: [(CapacityPart.Kind, Double)] = []
    var demand = CapacityDemand(people: people, servers: running + spares, inputs: inputs)
    for _ in 0..<100 {
      demand = CapacityDemand(people: people, servers: running + spares, inputs: inputs)
      needs = Self.serverNeeds(demand, inputs)
      let enough = needs.reduce(running) { max($0, ($1.1 / aim).rounded(.up)) }
      guard enough > running else { break }
      running = enough
    }
    let runningProxies = Self.proxyNeeds(demand, servers: running, inputs)
      .reduce(1.0) { max($0, ($1.1 / aim).rounded(.up)) }
    let shardNeeds = Self.shardNeeds(demand, inputs)
    let shards = shardNeeds.reduce(1.0) { max($0, ($1.1 / aim).rounded(.up)) }
    let nodes = shards * (1 + inputs[.replicas])
    let use =
      needs.map { ($0.0, $0.1 / running) }
      + Self.proxyNeeds(demand, servers: running, inputs).map { ($0.0, $0.1 / runningProxies) }
      + shardNeeds.map { ($0.0, $0.1 / shards) }
      + [(.clusterNodes, nodes / inputs[.clusterNodes])]

    self.demand = demand
    servers = running + spares
    runningServers = running
    proxies = runningProxies + spares
    self.shards = shards
    self.nodes = nodes
    clusters = (nodes / inputs[.clusterNodes]).rounded(.up)
    parts = use.map { CapacityPart(kind: $0.0, use: $0.1) }.sorted { $0.use > $1.use }
    decisive = needs.max { $0.1 < $1.1 }?.0 ?? .serverProcessor
  }

  /// The number of completely used servers that each part needs.
  private static func serverNeeds(
    _ demand: CapacityDemand, _ inputs: CapacityInputs
  ) -> [(CapacityPart.Kind, Double)] {
    [
      (.serverProcessor, demand.busyCores / inputs[.cores]),
      (.serverMemory, demand.memory / inputs[.memory]),
      (.serverFiles, demand.streams / streamsOfServer(inputs)),
      (.serverNetwork, (demand.traffic + demand.storeTraffic) / inputs[.network]),
    ]
  }

  /// The number of completely used proxies that each part needs.
  ///
  /// Each person has a connection to a proxy. Each stream has another connection, from the proxy to a server.
  private static func proxyNeeds(
    _ demand: CapacityDemand, servers: Double, _ inputs: CapacityInputs
  ) -> [(CapacityPart.Kind, Double)] {
    [
      (.proxyFiles, (demand.people + demand.streams) / inputs[.files]),
      (.proxyPorts, demand.streams / servers / inputs[.ports]),
    ]
  }

  /// The number of completely used shards that each part needs.
  private static func shardNeeds(
    _ demand: CapacityDemand, _ inputs: CapacityInputs
  ) -> [(CapacityPart.Kind, Double)] {
    [
      (.shardProcessor, demand.busyShards),
      (.shardMemory, demand.stored / inputs[.shardMemory]),
      (.shardNetwork, demand.storeTraffic / inputs[.network]),
    ]
  }

  /// The number of streams that a server's open files allow.
  ///
  /// In addition to n connections, a server allows n/2 streams and n/4 streamed responses.
  package static func streamsOfServer(_ inputs: CapacityInputs) -> Double {
    inputs[.files] * 0.5 / 1.75
  }

  /// The value of `--max-connections` that allows a server's streams, if the spares have failed.
  package var maxConnections: Double {
    (2 * demand.streams / runningServers).rounded(.up)
  }

  /// The value of `--max-live-scenes` that keeps all copies of a server in memory, if the spares have failed.
  package var maxLiveScenes: Double {
    // A server has one copy of a scene.
    (demand.people * min(1, demand.copies / runningServers)).rounded(.up)
  }
}
