/// The settings of a server that determine whether sessions are safe in it.
struct ServerSettings {
  private var values: [Substring: Substring] = [:]

  /// Reads the settings from the reply to `INFO`.
  init(_ information: String) {
    for line in information.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
  }

  /// Descriptions of settings with which Redis can lose sessions, each with its solution.
  var warnings: [String] {
    var warnings: [String] = []
    if let policy = values["maxmemory_policy"], policy != "noeviction",
      !policy.hasPrefix("volatile-")
    {
      warnings.append(
        """
        With maxmemory-policy \(policy), Redis deletes parts of sessions when its memory is full. Set \
        maxmemory-policy to noeviction.
        """)
    }
    if values["aof_enabled"] == "0" {
      warnings.append(
        """
        Redis doesn't write sessions to a disk before it acknowledges them, so a restart can lose the latest. Set \
        appendonly to yes.
        """)
    }
    return warnings
  }
}
