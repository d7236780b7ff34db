/// Counts values by size, like a Prometheus histogram.
struct Histogram: Sendable {
  /// The upper bounds of the buckets, inclusive and in ascending order. Another bucket contains the values above the
  /// last bound.
  let bounds: [Double]
  private var counts: [Int]
  private var sum = 0.0

  init(bounds: [Double]) {
    self.bounds = bounds
    counts = [Int](repeating: 0, count: bounds.count + 1)
  }

  mutating func add(_ value: Double) {
    counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
    sum += value
  }

  /// Appends the histogram in Prometheus' text format.
  func write(_ key: MetricKey, to text: inout String) {
    var total = 0
    for (bound, count) in zip(bounds.map { "\($0)" } + ["+Inf"], counts) {
      total += count
      text += "\(key.text(suffix: "_bucket", label: "le=\"\(bound)\"")) \(total)\n"
    }
    text += "\(key.text(suffix: "_sum")) \(sum)\n\(key.text(suffix: "_count")) \(total)\n"
  }
}
