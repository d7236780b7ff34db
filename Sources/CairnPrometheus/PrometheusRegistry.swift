package import CoreMetrics
import IssueReporting
import OrderedCollections
import Synchronization

/// Stores metrics in memory, and writes them in Prometheus' text format.
package final class PrometheusRegistry: MetricsFactory {
  package static let shared = PrometheusRegistry()

  private let families: Mutex<OrderedDictionary<String, MetricFamily>>

  /// - Parameter families: Families with their own help texts or bounds, in the order of the text. Other families are
  ///   added when they're first used.
  package init(_ families: [MetricFamily] = []) {
    let byName = OrderedDictionary(uniqueKeysWithValues: families.map { ($0.name, $0) })
    self.families = Mutex(byName)
  }

  /// Returns the text of all samples. If several registries have a family with the same name, only the first one is
  /// written.
  package static func text(of registries: [PrometheusRegistry]) -> String {
    var text = ""
    var names: Set<String> = []
    for registry in registries {
      for family in registry.families.withLock({ Array($0.values) }) where !family.samples.isEmpty {
        if names.insert(family.name).inserted { family.write(to: &text) }
      }
    }
    return text
  }

  /// Returns the sample of a name and its dimensions. It's created when it's first used.
  private func sample<Sample: MetricSample>(
    _ label: String, _ dimensions: [(String, String)], _ kind: MetricFamily.Kind,
    make: (MetricKey, [Double]) -> Sample
  ) -> Sample {
    let key = MetricKey(label, dimensions)
    let sample: Sample? = families.withLock { families in
      if families[key.name] == nil { families[key.name] = MetricFamily(key.name, kind) }
      guard let family = families[key.name], family.kind == kind else { return nil }
      if let sample = family.samples[key] { return sample as? Sample }
      let sample = make(key, family.bounds)
      families[key.name]?.samples[key] = sample
      return sample
    }
    if let sample { return sample }
    reportIssue(
      """
      The metric '\(label)' isn't exported, because its label is already used for another type of metric. Use a \
      different label for each metric.
      """)
    return make(key, MetricFamily.bounds)
  }

  private func remove(_ sample: any Sendable) {
    guard let sample = sample as? any MetricSample else { return }
    families.withLock { families in
      if families[sample.key.name]?.samples[sample.key] === sample {
        families[sample.key.name]?.samples[sample.key] = nil
      }
    }
  }

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    sample(label, dimensions, .counter) { key, _ in CountSample(key) }
  }

  package func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    sample(label, dimensions, .counter) { key, _ in NumberSample(key) }
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    sample(label, dimensions, .gauge) { key, _ in NumberSample(key) }
  }

  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    if aggregate { return sample(label, dimensions, .histogram, make: HistogramSample.init) }
    return sample(label, dimensions, .gauge) { key, _ in NumberSample(key) }
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    sample(label, dimensions, .histogram, make: HistogramSample.init)
  }

  package func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
  package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
    remove(handler)
  }
  package func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
  package func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
  package func destroyTimer(_ handler: any TimerHandler) { remove(handler) }
}
