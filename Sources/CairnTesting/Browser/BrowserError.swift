/// An error that explains why a browser couldn't perform a step of a test.
///
/// The description lists what the page contains instead.
public struct BrowserError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Reason: Equatable, Sendable {
    /// The tab is empty, or its history ends in that direction.
    case noPage
    /// The layer contains no element with the name.
    case notFound
    /// Several elements have the name. Use a `BrowserScope` to choose one.
    case ambiguous
    /// The element is inert, for example because another layer covers it.
    case inert
    /// The element is disabled or read-only.
    case disabled
    /// The element can't be used this way, or not without a script.
    case unsupported
    /// The server redirected more than ten times.
    case tooManyRedirects
    /// The address is outside the transport's origin.
    case foreignAddress
    /// The connection failed, or the response isn't valid HTTP.
    case connection
  }

  /// The kind of failure.
  public let reason: Reason

  /// A description of the problem, with the names that the page contains.
  public let description: String

  init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }

  /// Returns up to forty names for a message, in order and without duplicates.
  ///
  /// Names that occur more than once have their count.
  static func list(_ names: [String]) -> String {
    var counts: [String: Int] = [:]
    var order: [String] = []
    for name in names {
      if counts[name, default: 0] == 0 { order.append(name) }
      counts[name, default: 0] += 1
    }
    if order.isEmpty { return "none" }
    let shown = order.prefix(40).map { name in
      let name = name.isEmpty ? "(no name)" : name
      let count = counts[name] ?? 1
      return count > 1 ? "\(name) (\(count) times)" : name
    }
    let more = order.count > 40 ? " and \(order.count - 40) more" : ""
    return shown.joined(separator: ", ") + more
  }
}
