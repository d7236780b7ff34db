/// Determines before which requests something fails. All kinds of failures have their turn.
struct OutageSchedule<Outage: CaseIterable & Sendable>: Sendable {
  /// The generator, which also determines the details of failures.
  var random: SeededGenerator
  /// The number of failures so far.
  private(set) var count = 0
  private let interval: Int

  /// - Parameters:
  ///   - interval: The mean number of requests from one failure to the next.
  ///   - seed: The seed of the failures.
  init(every interval: Int, seed: UInt64) {
    self.interval = interval
    random = SeededGenerator(seed: seed)
  }

  /// Returns the failure for the next request, or `nil` if it doesn't fail.
  mutating func next() -> Outage? {
    guard Int.random(in: 0..<interval, using: &random) == 0 else { return nil }
    let all = Array(Outage.allCases)
    defer { count += 1 }
    return all[count % all.count]
  }
}
