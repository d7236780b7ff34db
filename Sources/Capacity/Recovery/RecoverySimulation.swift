/// A simulation of a slice after a disruption, event by event.
///
/// A request first waits for the shard and then for the server's core. Both process one request at a time, in order of
/// arrival. Times between ordinary requests and the work of each request are exponentially distributed. With the same
/// seed, the result is the same.
package struct RecoverySimulation {
  /// A browser that will send a request.
  private struct Client {
    let isStream: Bool
    let begin: Double
    var failures = 0
  }

  private let slice: RecoverySlice
  private let policy: RetryPolicy
  private var random: SeededRandom
  private var events = EventQueue<Client>()
  private var shard = WorkQueue()
  private var core = WorkQueue()
  /// Affected browsers that weren't served.
  private var affected = 0
  /// People with a request that will be repeated. They don't send others.
  private var retrying = 0
  private var result = RecoveryResult()

  /// The longest simulated time after a failure, in seconds.
  private static let limit = 600.0

  /// Simulates the time until all affected browsers were served, but at least a duration in seconds.
  package static func run(
    _ slice: RecoverySlice, policy: RetryPolicy, seed: UInt64, duration: Double = 0
  ) -> RecoveryResult {
    var simulation = RecoverySimulation(
      slice: slice, policy: policy, random: SeededRandom(seed: seed))
    simulation.run(until: duration)
    return simulation.result
  }

  private init(slice: RecoverySlice, policy: RetryPolicy, random: SeededRandom) {
    self.slice = slice
    self.policy = policy
    self.random = random
  }

  private mutating func run(until duration: Double) {
    for _ in 0..<slice.lostStreams {
      let pause = policy.streams.pause(after: 0, using: &random)
      begin(Client(isStream: true, begin: 0), at: pause, isAffected: true)
    }
    let horizon = slice.outage + Self.limit
    var ordinary = timeToNextRequest()
    while true {
      let isOver = ordinary > max(duration, slice.outage) && affected == 0
      if let time = events.nextTime, time <= ordinary || isOver {
        guard time <= horizon, let (_, client) = events.removeNext() else { break }
        if !client.isStream { retrying -= 1 }
        attempt(client, at: time)
      } else if isOver || ordinary > horizon {
        break
      } else {
        sendOrdinary(at: ordinary)
        ordinary += timeToNextRequest()
      }
    }
    result.unfinished = result.begun - result.served
    if affected > 0 { result.recovery = nil }
    result.returns.sort()
    result.responses.sort()
    result.waits.sort()
  }

  private mutating func timeToNextRequest() -> Double {
    slice.requests > 0 ? random.exponential(mean: 1 / slice.requests) : .infinity
  }

  private mutating func begin(_ client: Client, at time: Double, isAffected: Bool) {
    result.begun += 1
    if isAffected { affected += 1 }
    if client.isStream {
      events.add(client, at: time)
    } else {
      attempt(client, at: time)
    }
  }

  /// Sends a request, unless its person still waits for the response to an earlier request.
  private mutating func sendOrdinary(at time: Double) {
    guard random.unit() * slice.people >= Double(retrying) else { return }
    begin(Client(isStream: false, begin: time), at: time, isAffected: time < slice.outage)
  }

  private mutating func attempt(_ client: Client, at time: Double) {
    result.attempts += 1
    let waiting = core.waiting(at: time)
    result.longestQueue = max(result.longestQueue, waiting)
    guard time >= slice.outage, waiting < slice.room else { return reject(client, at: time) }
    let shardWork = client.isStream ? slice.streamShardWork : slice.shardWork
    let coreWork = client.isStream ? slice.streamWork : slice.serverWork
    let loaded = shard.add(at: time, work: random.exponential(mean: shardWork))
    let work = random.exponential(mean: coreWork)
    let end = core.add(at: loaded, work: work)
    result.served += 1
    if client.isStream || client.begin < slice.outage {
      affected -= 1
      result.returns.add(end - slice.outage)
      result.recovery = max(result.recovery ?? 0, end - slice.outage)
    } else {
      result.responses.add(end - client.begin)
      result.waits.add(end - work - time)
    }
  }

  private mutating func reject(_ client: Client, at time: Double) {
    result.rejected += 1
    var client = client
    client.failures += 1
    if client.isStream {
      core.add(work: slice.rejectionWork, at: time)
      // The pause before the first attempt was the first one.
      let pause = policy.streams.pause(after: client.failures, using: &random)
      events.add(client, at: time + pause)
    } else {
      // After a pause, the script also sends a HEAD request.
      core.add(work: 2 * slice.rejectionWork, at: time)
      let pause = policy.requests.pause(after: client.failures - 1, using: &random)
      retrying += 1
      events.add(client, at: time + pause)
    }
  }
}
