import Foundation

/// A row of the table of servers that share a store. All figures are per request.
struct ServersRow {
  let name: String
  /// The processor time of the measured servers, in microseconds.
  let server: Double
  /// The processor time of Redis, in microseconds.
  let redis: Double
  /// The bytes of commands to Redis and of their replies.
  let bytes: Double

  /// Returns a row with the median of each figure.
  static func median(_ rows: [ServersRow]) -> ServersRow {
    func middle(_ value: (ServersRow) -> Double) -> Double {
      rows.map(value).sorted()[rows.count / 2]
    }
    return ServersRow(
      name: rows.first?.name ?? "", server: middle(\.server), redis: middle(\.redis),
      bytes: middle(\.bytes))
  }

  /// Returns the row without what Redis did for another request that precedes each of its requests.
  func after(_ other: ServersRow) -> ServersRow {
    ServersRow(
      name: name, server: server, redis: redis - other.redis, bytes: bytes - other.bytes)
  }

  static let head =
    "  " + Column.left("", 44)
    + ["server µs", "ratio", "Redis µs", "bytes", "operations"].map(Column.right).joined()

  /// Returns the text of the row.
  ///
  /// - Parameters:
  ///   - operations: The number of Redis's commands per request.
  ///   - base: The row with the server's time for the ratio.
  func line(operations: Double, comparedTo base: ServersRow? = nil) -> String {
    "  " + Column.left(name, 44)
      + [
        Column.number(server, 1), base.map { Column.number(server / $0.server, 2) } ?? "",
        Column.number(redis, 1), Column.number(bytes, 0), Column.number(operations, 1),
      ]
      .map(Column.right).joined()
  }
}
