import Glibc

/// The number of files that the process can open. Each connection is one of them.
enum OpenFiles {
  /// The number of files that the process needs in addition to its connections, such as databases, logs,
  /// and listening sockets.
  static let reserve = 256

  /// Raises the limit on open files to what the connections need, as far as the system allows it.
  ///
  /// - Returns: The number of files that the process can open now.
  static func allow(connections: Int) -> Int {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return .max }
    let wanted = rlim_t(connections + reserve)
    if limit.rlim_cur < wanted {
      var raised = limit
      raised.rlim_cur = min(wanted, limit.rlim_max)
      if setrlimit(resource, &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Returns how many of the wanted connections are possible with a number of open files.
  static func connections(wanted: Int, files: Int) -> Int {
    min(wanted, max(files - reserve, files / 2))
  }
}
