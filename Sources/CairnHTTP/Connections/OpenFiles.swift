import Glibc

/// How many files the process may have open. A connection is one of them.
enum OpenFiles {
  /// What the process needs besides its connections: databases, logs, what it listens on.
  static let reserve = 256

  /// Lets the process open as many files as a number of connections needs, as far as it may say so itself.
  /// - Returns: How many it may open now.
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

  /// How many of the wanted connections there can be, where so many files may be open.
  static func connections(wanted: Int, files: Int) -> Int {
    min(wanted, max(files - reserve, files / 2))
  }
}
