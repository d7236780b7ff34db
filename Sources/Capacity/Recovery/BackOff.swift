/// The pauses between attempts.
package struct BackOff: Sendable, Equatable {
  /// The pause before the second attempt, in seconds. For a lost stream, it's the pause before the first attempt.
  package let first: Double
  /// The longest pause, in seconds. Each pause is twice as long as the previous one, up to this.
  package let longest: Double
  /// The range of random numbers that pauses are multiplied by.
  package let jitter: ClosedRange<Double>

  package init(first: Double, longest: Double, jitter: ClosedRange<Double>) {
    self.first = first
    self.longest = longest
    self.jitter = jitter
  }

  /// Returns the pause after a number of failures, in seconds.
  package func pause(after failures: Int, using random: inout SeededRandom) -> Double {
    var pause = first
    for _ in 0..<failures where pause < longest { pause *= 2 }
    return min(pause, longest) * random.number(in: jitter)
  }
}

/// The pauses of the client script, for lost streams and for requests without a response.
package struct RetryPolicy: Sendable, Equatable {
  package let name: String
  package let streams: BackOff
  package let requests: BackOff

  package init(name: String, streams: BackOff, requests: BackOff) {
    self.name = name
    self.streams = streams
    self.requests = requests
  }

  /// The policy of `tabs.js` and `queue.js`. A test compares it with these files.
  package static let shipped = RetryPolicy(
    name: "Doubling, 50 to 150 % (shipped)",
    streams: BackOff(first: 1, longest: 15, jitter: 0.5...1.5),
    requests: BackOff(first: 0.25, longest: 4, jitter: 0.5...1.5))

  /// The policies that the simulation compares.
  package static let all = [
    RetryPolicy(
      name: "Every second, without jitter",
      streams: BackOff(first: 1, longest: 1, jitter: 1...1),
      requests: BackOff(first: 1, longest: 1, jitter: 1...1)),
    RetryPolicy(
      name: "Doubling, without jitter",
      streams: BackOff(first: 1, longest: 15, jitter: 1...1),
      requests: BackOff(first: 0.25, longest: 4, jitter: 1...1)),
    shipped,
    RetryPolicy(
      name: "Doubling, 0 to 200 %",
      streams: BackOff(first: 1, longest: 15, jitter: 0...2),
      requests: BackOff(first: 0.25, longest: 4, jitter: 0...2)),
    RetryPolicy(
      name: "First pause 4 s, 0 to 200 %",
      streams: BackOff(first: 4, longest: 15, jitter: 0...2),
      requests: BackOff(first: 0.25, longest: 4, jitter: 0.5...1.5)),
    RetryPolicy(
      name: "First pause 15 s, 0 to 100 %",
      streams: BackOff(first: 15, longest: 15, jitter: 0...1),
      requests: BackOff(first: 0.25, longest: 4, jitter: 0.5...1.5)),
  ]
}
