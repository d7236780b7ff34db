/// A part that breaks if too many people use it.
package struct CapacityPart: Sendable, Equatable {
  package let kind: Kind
  /// The need, divided by what all running machines have.
  package let use: Double

  package enum Kind: String, CaseIterable, Sendable {
    case serverProcessor = "Processors of the servers"
    case serverMemory = "Memory of the servers"
    case serverFiles = "Open files of the servers"
    case serverNetwork = "Network of the servers"
    case proxyFiles = "Open files of the proxies"
    case proxyPorts = "Ports between proxies and servers"
    case shardProcessor = "Processors of the shards"
    case shardMemory = "Memory of the shards"
    case shardNetwork = "Network of the shards"
    case clusterNodes = "Nodes of a Redis cluster"
  }
}
