import CoreMetrics
import Synchronization

/// The value of a metric with certain dimensions.
protocol MetricSample: AnyObject, Sendable {
  var key: MetricKey { get }

  /// Appends the sample in Prometheus' text format.
  func write(to text: inout String)
}

/// An integer that increases.
final class CountSample: MetricSample, CounterHandler {
  let key: MetricKey
  private let count = Atomic<Int64>(0)

  init(_ key: MetricKey) {
    self.key = key
  }

  func increment(by amount: Int64) {
    if amount > 0 { count.wrappingAdd(amount, ordering: .relaxed) }
  }

  func reset() { count.store(0, ordering: .relaxed) }

  func write(to text: inout String) {
    text += "\(key.text()) \(count.load(ordering: .relaxed))\n"
  }
}

/// A number that's set, or that increases by fractions.
final class NumberSample: MetricSample, FloatingPointCounterHandler, MeterHandler, RecorderHandler {
  let key: MetricKey
  private let value = Mutex(0.0)

  init(_ key: MetricKey) {
    self.key = key
  }

  func increment(by amount: Double) { value.withLock { $0 += amount } }
  func decrement(by amount: Double) { value.withLock { $0 -= amount } }
  func reset() { set(0.0) }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { self.value.withLock { $0 = value } }
  func record(_ value: Int64) { set(Double(value)) }
  func record(_ value: Double) { set(value) }

  func write(to text: inout String) {
    let value = value.withLock { $0 }
    text += "\(key.text()) \(Self.text(value))\n"
  }

  private static func text(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return "\(whole)" }
    guard value.isInfinite else { return value.isNaN ? "NaN" : "\(value)" }
    return value < 0 ? "-Inf" : "+Inf"
  }
}

/// A histogram of values.
final class HistogramSample: MetricSample, RecorderHandler, TimerHandler {
  let key: MetricKey
  private let histogram: Mutex<Histogram>

  init(_ key: MetricKey, bounds: [Double]) {
    self.key = key
    histogram = Mutex(Histogram(bounds: bounds))
  }

  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) { histogram.withLock { $0.add(value) } }

  /// Records a duration in seconds, which is Prometheus' base unit.
  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

  func write(to text: inout String) {
    text += histogram.withLock { [key] histogram in
      var lines = ""
      histogram.write(key, to: &lines)
      return lines
    }
  }
}
