import Foundation

/// What a number of people need each second, and what they keep in memory.
package struct CapacityDemand: Sendable {
  package let people: Double
  /// Requests per second, without streams.
  package let requests: Double
  /// Loads from the store per second.
  package let loads: Double
  /// Commits to the store per second.
  package let commits: Double
  package let streams: Double
  /// Seconds of the servers' processor time per second.
  package let busyCores: Double
  /// Seconds of the shards' processor time per second.
  package let busyShards: Double
  /// Bytes per second between browsers and servers.
  package let traffic: Double
  /// Bytes per second between servers and shards.
  package let storeTraffic: Double
  /// Copies of a scene in the memory of all servers.
  package let copies: Double
  /// Bytes of scenes and streams in the memory of all servers.
  package let memory: Double
  /// Bytes of all stored sessions, without replicas.
  package let stored: Double

  /// - Parameter servers: The number of servers that requests are spread over. It's at least 1.
  package init(people: Double, servers: Double, inputs: CapacityInputs) {
    let scripted = inputs.rate(.formsPerMinute) * inputs[.scriptShare]
    let plain = inputs.rate(.formsPerMinute) - scripted
    // Without the script, the browser requests a page after each form.
    let pages = inputs.rate(.pagesPerMinute) + plain
    let perPerson = pages + plain + scripted
    let pushes = inputs[.liveShare] * inputs.rate(.pushesPerMinute)
    let beats = inputs[.liveShare] / inputs[.beatSeconds]
    // The server of a request has the latest copy only if it also got the previous request.
    let loadsPerPerson = perPerson * (1 - 1 / servers)

    self.people = people
    requests = people * perPerson
    loads = people * loadsPerPerson
    commits = people * (plain + scripted)
    streams = people * inputs[.liveShare]
    busyCores =
      people
      * (pages * inputs.seconds(.pageTime) + plain * inputs.seconds(.formTime)
        + scripted * inputs.seconds(.patchTime) + pushes * inputs.seconds(.pushTime)
        + beats * inputs.seconds(.beatTime) + loadsPerPerson * inputs.seconds(.loadTime))
    busyShards =
      loads * inputs.seconds(.shardLoadTime) + commits * inputs.seconds(.shardCommitTime)
    traffic =
      people
      * (perPerson * inputs[.headSize] + pages * inputs[.pageSize]
        + scripted * inputs[.patchSize] + pushes * inputs[.pushSize] + beats * inputs[.beatSize])
    storeTraffic = (loads + commits) * inputs[.snapshotSize]
    copies = Self.copies(
      requests: perPerson * inputs.seconds(.sceneMinutes), servers: servers)
    memory =
      people * copies * inputs[.sceneSize]
      + streams * (inputs[.streamSize] + inputs[.socketSize])
    // Sessions of people who have left stay until they expire.
    let visits = inputs.seconds(.idleHours) / inputs.seconds(.visitMinutes)
    stored = people * (1 + inputs[.meanLoad] * visits) * inputs[.storedSize]
  }

  /// Returns the expected number of different servers that get some requests of a person, but at least 1.
  ///
  /// Each of r requests goes to any of n servers, so the number is n(1 − (1 − 1/n)^r).
  private static func copies(requests: Double, servers: Double) -> Double {
    guard servers > 1 else { return 1 }
    return max(1, servers * (1 - pow(1 - 1 / servers, requests)))
  }
}
