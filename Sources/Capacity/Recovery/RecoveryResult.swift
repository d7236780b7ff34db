/// What a simulation has counted and timed.
package struct RecoveryResult: Sendable, Equatable {
  /// Lost streams and ordinary requests.
  package internal(set) var begun = 0
  /// Attempts, including repeated ones.
  package internal(set) var attempts = 0
  package internal(set) var served = 0
  /// Attempts that got 503.
  package internal(set) var rejected = 0
  /// Streams and requests that were still not served at the end.
  package internal(set) var unfinished = 0
  /// The largest number of waiting requests that an arriving one has found.
  package internal(set) var longestQueue = 0
  /// The time from the end of the failure until the last affected browser was served, in seconds. It's `nil` if that
  /// takes longer than the simulation.
  package internal(set) var recovery: Double? = 0
  /// The times from the end of the failure until each affected browser was served, in seconds.
  package internal(set) var returns = Times()
  /// The times from the first attempt of each unaffected request until its response, in seconds.
  package internal(set) var responses = Times()
  /// The times that accepted, unaffected requests waited for a processor, in seconds.
  package internal(set) var waits = Times()

  /// Returns whether the disruption ends soon, and hardly affects other requests.
  package func holds(_ inputs: CapacityInputs) -> Bool {
    guard let recovery else { return false }
    return recovery <= inputs.seconds(.longestRecovery)
      && responses.percentile(0.99) <= inputs.seconds(.longestResponse)
  }

  /// Durations of a simulation, in seconds.
  package struct Times: Sendable, Equatable {
    private var all: [Double] = []

    package var count: Int { all.count }
    package var mean: Double { all.isEmpty ? 0 : all.reduce(0, +) / Double(all.count) }

    mutating func add(_ time: Double) { all.append(time) }
    mutating func sort() { all.sort() }

    /// Returns the smallest time that a share of all times doesn't exceed. Without times, it's 0.
    package func percentile(_ share: Double) -> Double {
      guard !all.isEmpty else { return 0 }
      let rank = Int((share * Double(all.count)).rounded(.up))
      return all[min(max(rank, 1), all.count) - 1]
    }
  }
}
