public import CoreMetrics

/// A backend of swift-metrics whose metrics the server shows in Prometheus' text format, after its own.
///
/// The main function of an `App` bootstraps it if there is a port for metrics. If you write your own command, bootstrap
/// it before you create a counter:
///
/// ```swift
/// MetricsSystem.bootstrap(PrometheusMetrics.shared)
/// ```
///
/// Counters, meters, and gauges are shown as numbers. Timers and aggregating recorders are shown as histograms, and the
/// values of timers are in seconds. Underscores replace characters that Prometheus doesn't allow in a name.
///
/// If a label was first used for one type of metric, another type with that label isn't shown, and an issue is
/// reported.
public enum PrometheusMetrics {
  /// The metrics of the process.
  public static let shared: any MetricsFactory = PrometheusRegistry.shared
}
