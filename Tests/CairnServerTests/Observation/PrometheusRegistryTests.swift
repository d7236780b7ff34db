import CoreMetrics
import Testing

@testable import CairnPrometheus

/// Metrics of an application in Prometheus' text format.
@Suite struct PrometheusRegistryTests {
  private let registry = PrometheusRegistry()
  private var text: String { PrometheusRegistry.text(of: [registry]) }

  @Test func `A histogram counts the values up to each bound`() {
    let registry = PrometheusRegistry([
      MetricFamily("x", .histogram, "What it is.", bounds: [0.1, 1])
    ])
    let recorder = Recorder(label: "x", factory: registry)
    for value in [0.05, 0.1, 0.5, 7] { recorder.record(value) }
    #expect(
      PrometheusRegistry.text(of: [registry]) == """
        # HELP x What it is.
        # TYPE x histogram
        x_bucket{le="0.1"} 2
        x_bucket{le="1.0"} 3
        x_bucket{le="+Inf"} 4
        x_sum 7.65
        x_count 4

        """)
  }

  @Test func `Numbers are written with their dimensions`() {
    let orders = Counter(label: "orders", dimensions: [("kind", "b\"ook\n")], factory: registry)
    orders.increment(by: 2)
    // A second counter with the same label and dimensions continues the first.
    Counter(label: "orders", dimensions: [("kind", "b\"ook\n")], factory: registry).increment()
    Counter(label: "orders", dimensions: [("kind", "toy"), ("gift", "no")], factory: registry)
      .increment()
    FloatingPointCounter(label: "shop.revenue", factory: registry).increment(by: 1.5)
    Gauge(label: "1st-visitors", factory: registry).record(3)
    let queue = Meter(label: "queue", factory: registry)
    queue.set(5)
    queue.decrement()
    #expect(
      text == #"""
        # TYPE orders counter
        orders{kind="b\"ook\n"} 3
        orders{gift="no",kind="toy"} 1
        # TYPE shop_revenue counter
        shop_revenue 1.5
        # TYPE _1st_visitors gauge
        _1st_visitors 3
        # TYPE queue gauge
        queue 4

        """#)
  }

  @Test(arguments: [(Double.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (-2, "-2")])
  func `Gauges can have any value`(value: Double, expected: String) {
    Gauge(label: "x", factory: registry).record(value)
    #expect(text.hasSuffix("x \(expected)\n"))
  }

  @Test func `Timers are in seconds`() {
    let timer = Timer(label: "job", dimensions: [("name", "tidy")], factory: registry)
    timer.recordMilliseconds(1500)
    #expect(text.contains("job_bucket{name=\"tidy\",le=\"1.0\"} 0\n"))
    #expect(text.contains("job_bucket{name=\"tidy\",le=\"2.5\"} 1\n"))
    #expect(text.hasSuffix("job_sum{name=\"tidy\"} 1.5\njob_count{name=\"tidy\"} 1\n"))
  }

  @Test func `Counters never decrease, except when they're reset`() {
    let counter = Counter(label: "x", factory: registry)
    counter.increment(by: 3)
    counter.increment(by: -1)
    #expect(text.hasSuffix("x 3\n"))
    counter.reset()
    #expect(text.hasSuffix("x 0\n"))
  }

  @Test func `Destroyed metrics aren't written`() {
    let counter = Counter(label: "x", factory: registry)
    let timer = Timer(label: "y", factory: registry)
    counter.destroy()
    timer.destroy()
    #expect(text.isEmpty)
    let next = Counter(label: "x", factory: registry)
    // This counter no longer exists, and the new one isn't affected.
    counter.destroy()
    next.increment()
    #expect(text == "# TYPE x counter\nx 1\n")
  }

  @Test func `A label can only be used for one type of metric`() {
    Counter(label: "x", factory: registry).increment()
    withKnownIssue {
      Gauge(label: "x", factory: registry).record(7)
    } matching: { issue in
      issue.description.contains("The metric 'x' isn't exported")
    }
    withKnownIssue {
      FloatingPointCounter(label: "x", factory: registry).increment(by: 0.5)
    }
    #expect(text == "# TYPE x counter\nx 1\n")
  }

  @Test func `The first registry with a name is used`() {
    let other = PrometheusRegistry()
    Counter(label: "x", factory: registry).increment()
    Counter(label: "x", factory: other).increment(by: 5)
    Counter(label: "y", factory: other).increment()
    #expect(
      PrometheusRegistry.text(of: [registry, other])
        == "# TYPE x counter\nx 1\n# TYPE y counter\ny 1\n")
  }
}
