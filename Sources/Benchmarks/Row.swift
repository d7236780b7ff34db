import Foundation

/// A row of the table.
struct Row {
  let name: String
  let requestsPerSecond: Double
  /// The server's processor time per request, in microseconds.
  let busy: Double?
  /// The median response time, in milliseconds.
  let median: Double
  /// The 99th percentile of the response times, in milliseconds.
  let percentile99: Double

  /// Measures one run of `wrk`, including the processor time of a server.
  static func measure(
    _ name: String, busy: () throws -> Double, _ run: () throws -> WrkResult
  ) throws -> Row {
    let before = try busy()
    let result = try run()
    let busy = (try busy() - before) * 1e6 / max(1, result.requests)
    return Row(
      name: name, requestsPerSecond: result.requestsPerSecond, busy: busy, median: result.median,
      percentile99: result.percentile99)
  }

  /// Returns a row with the median of each figure.
  static func median(_ rows: [Row]) -> Row {
    func middle(_ value: (Row) -> Double) -> Double {
      rows.map(value).sorted()[rows.count / 2]
    }
    return Row(
      name: rows.first?.name ?? "", requestsPerSecond: middle(\.requestsPerSecond),
      busy: rows.first?.busy == nil ? nil : middle { $0.busy ?? 0 }, median: middle(\.median),
      percentile99: middle(\.percentile99))
  }

  static let head =
    "  " + Column.left("", 44)
    + ["requests/s", "ratio", "server µs", "p50 ms", "p99 ms"].map(Column.right).joined()

  /// Returns the text of the row, with the ratio of its requests to the requests of another row.
  func line(comparedTo base: Row? = nil) -> String {
    let ratio = base.map { Column.number(requestsPerSecond / $0.requestsPerSecond, 2) } ?? ""
    return "  " + Column.left(name, 44)
      + [
        Column.number(requestsPerSecond, 0), ratio, busy.map { Column.number($0, 1) } ?? "",
        Column.number(median, 2), Column.number(percentile99, 2),
      ]
      .map(Column.right).joined()
  }
}
