/// What the article “Capacity” needs to know about a store in Redis.
struct StoreCosts {
  /// Requests of pages from a server with the latest copy.
  let get: ServersRow
  /// Forms to a server with the latest copy.
  let post: ServersRow
  /// Requests of pages from a server with an old copy.
  let stale: ServersRow

  /// Returns lines of `CapacityInput.standard`.
  /// - Parameter size: The memory of a stored session, in bytes.
  func lines(size: Double) -> [String] {
    [
      Self.line("loadTime", stale.server - get.server, "microseconds", "A GET with an old copy"),
      Self.line("shardLoadTime", stale.redis, "microseconds", "A GET with an old copy"),
      Self.line("shardCommitTime", post.redis, "microseconds", "An item's form"),
      Self.line("snapshotSize", (post.bytes + stale.bytes) / 2, "bytes", "An item's form"),
      Self.line("storedSize", size, "bytes", "A scene at an item's form"),
    ]
  }

  private static func line(
    _ input: String, _ value: Double, _ unit: String, _ remark: String
  ) -> String {
    #"case .\#(input): .measured(\#(Column.number(value, 0)), .\#(unit), "servers", "\#(remark)")"#
  }
}
