/// Why a browser could not do what a test asked; the description lists what was there instead.
public struct BrowserError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Reason: Equatable, Sendable {
    /// No page has been opened yet, or there is none in that direction of the history.
    case noPage
    /// Nothing has that name.
    case notFound
    /// Several things have that name and nothing says which is meant.
    case ambiguous
    /// It is under another layer.
    case inert
    /// It is disabled or read-only.
    case disabled
    /// It does nothing that a browser without scripts could do.
    case unsupported
    /// More redirects than browsers follow.
    case tooManyRedirects
    /// An address outside of the transport's origin.
    case foreignAddress
    /// The connection failed or its bytes are not HTTP.
    case connection
  }

  /// What kind of failure this is.
  public let reason: Reason

  /// What was asked and what was there.
  public let description: String

  init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }

  /// Names for a message: in order, each once with its count, the first forty.
  static func list(_ names: [String]) -> String {
    var counts: [String: Int] = [:]
    var order: [String] = []
    for name in names {
      if counts[name, default: 0] == 0 { order.append(name) }
      counts[name, default: 0] += 1
    }
    if order.isEmpty { return "nothing" }
    let shown = order.prefix(40).map { name in
      let name = name.isEmpty ? "(no name)" : name
      let count = counts[name] ?? 1
      return count > 1 ? "\(name) (\(count) times)" : name
    }
    let more = order.count > 40 ? " and \(order.count - 40) more" : ""
    return shown.joined(separator: ", ") + more
  }
}
