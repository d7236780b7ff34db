/// Counts values by size, as a histogram of Prometheus does.
struct Histogram: Sendable {
  /// The upper bounds of the buckets, each inclusive, rising; above the last there is one more.
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
  func write(_ name: String, _ help: String, to text: inout String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) histogram\n"
    var total = 0
    for (bound, count) in zip(bounds, counts) {
      total += count
      text += "\(name)_bucket{le=\"\(bound)\"} \(total)\n"
    }
    total += counts[bounds.count]
    text += "\(name)_bucket{le=\"+Inf\"} \(total)\n\(name)_sum \(sum)\n\(name)_count \(total)\n"
  }
}
