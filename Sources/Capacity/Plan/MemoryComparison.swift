/// The memory that frameworks need for people's pages, without sockets.
package struct MemoryComparison: Sendable {
  /// Bytes of Cairn's scenes and streams in all servers.
  package let cairn: Double
  /// Bytes of Cairn's scenes and streams if all requests of a browser go to one server.
  package let cairnWithAffinity: Double
  /// Bytes of LiveView's processes.
  package let liveView: Double
  /// Bytes of Blazor's circuits.
  package let blazor: Double

  package init(_ plan: CapacityPlan, inputs: CapacityInputs) {
    let people = plan.demand.people
    let streams = plan.demand.streams * inputs[.streamSize]
    cairn = people * plan.demand.copies * inputs[.sceneSize] + streams
    cairnWithAffinity = people * inputs[.sceneSize] + streams
    liveView = people * inputs[.liveViewProcess]
    blazor = people * inputs[.blazorCircuit]
  }
}
