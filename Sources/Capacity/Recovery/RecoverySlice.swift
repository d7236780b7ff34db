/// One core of the servers, with its share of the people and of the shards.
///
/// The cores of a plan are alike, so one of them represents all. Its share of a shard is a slower shard.
package struct RecoverySlice: Sendable, Equatable {
  /// The people whose requests this core processes.
  package var people: Double
  /// Ordinary requests per second.
  package var requests: Double
  /// The mean processor time of an ordinary request, in seconds. It includes pushes and beats.
  package var serverWork: Double
  /// The mean time of the slice's shard for an ordinary request, in seconds.
  package var shardWork: Double
  /// Streams that were lost at the beginning.
  package var lostStreams: Int
  /// The mean processor time of a stream that's opened again, and of the request for the missed changes, in seconds.
  package var streamWork: Double
  /// The mean time of the slice's shard for such a stream, in seconds.
  package var streamShardWork: Double
  /// The processor time of a 503, in seconds.
  package var rejectionWork: Double
  /// How long the shard is unavailable from the beginning, in seconds.
  package var outage: Double
  /// The number of requests that can wait. More are rejected with 503.
  package var room: Int

  package init(
    people: Double, requests: Double, serverWork: Double, shardWork: Double = 0,
    lostStreams: Int = 0, streamWork: Double = 0, streamShardWork: Double = 0,
    rejectionWork: Double = 0, outage: Double = 0, room: Int = .max
  ) {
    self.people = people
    self.requests = requests
    self.serverWork = serverWork
    self.shardWork = shardWork
    self.lostStreams = lostStreams
    self.streamWork = streamWork
    self.streamShardWork = streamShardWork
    self.rejectionWork = rejectionWork
    self.outage = outage
    self.room = room
  }

  /// The shortest time in which all lost streams can return, in seconds. It's infinite if other requests leave no room.
  ///
  /// The first attempts must be spread over at least this time, or some of them find a full queue.
  package var shortestReturn: Double {
    let free = 1 - requests * serverWork
    return free > 0 ? Double(lostStreams) * streamWork / free : .infinity
  }
}

/// An event after which many browsers return at the same time.
package enum Disruption: String, CaseIterable, Sendable {
  /// Servers are replaced. Their streams are opened on the other servers, which load the sessions.
  case deploy = "A deploy"
  /// All proxies restart, so all streams end at the same time.
  case proxies = "All proxies restart"
  /// A shard fails, and its replica takes over. Until then, requests of its sessions get 503.
  case shard = "A shard fails"

  /// Returns the slice of a plan with this event.
  ///
  /// For ``shard``, all people of the slice have their sessions in the failed shard. In a plan with several shards, the
  /// requests of the others leave more room than that.
  package func slice(of plan: CapacityPlan, inputs: CapacityInputs) -> RecoverySlice {
    let demand = plan.demand
    let replaced =
      self == .deploy ? max(1, (plan.servers * inputs[.deployShare]).rounded(.down)) : 0
    let cores = max(1, plan.servers - replaced) * inputs[.cores]
    let lost =
      switch self {
      case .deploy: demand.streams * min(1, replaced / plan.servers)
      case .proxies: demand.streams
      case .shard: 0.0
      }
    let coresPerShard = cores / plan.shards
    return RecoverySlice(
      people: demand.people / cores, requests: demand.requests / cores,
      serverWork: demand.busyCores / demand.requests,
      shardWork: demand.busyShards / demand.requests * coresPerShard,
      lostStreams: Int((lost / cores).rounded(.up)),
      streamWork: inputs.seconds(.openTime) + inputs.seconds(.patchTime)
        + inputs.seconds(.loadTime),
      streamShardWork: inputs.seconds(.shardLoadTime) * coresPerShard,
      rejectionWork: inputs.seconds(.rejectTime),
      outage: self == .shard ? inputs.seconds(.failoverSeconds) : 0,
      room: max(1, Int(inputs[.waitingRequests] / inputs[.cores])))
  }
}
