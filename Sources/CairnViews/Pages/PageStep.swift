/// The step from the previous page to this one, for browsers without the script.
///
/// The style sheet animates screens accordingly. Layers don't need this information, because they animate on their
/// own.
package enum PageStep: String, Sendable {
  /// A screen was pushed.
  case push
  /// Screens were popped.
  case pop

  /// Creates the step between two sequences of levels, or returns `nil` for any other change.
  /// - Parameters:
  ///   - before: The identities of the previous levels.
  ///   - kinds: The kinds of the previous levels. There are as many as in `before`.
  ///   - now: The identities of the current levels.
  ///   - summary: The summary of the current page.
  package init?(
    from before: [UInt64], _ kinds: [LayerKind], to now: [UInt64], _ summary: PageSummary
  ) {
    let levels = summary.levels
    if now.count > before.count, before.count < levels.count, now.starts(with: before),
      levels[before.count].kind == .pushed
    {
      self = .push
    } else if before.count > now.count, now.count < kinds.count, before.starts(with: now),
      kinds[now.count] == .pushed
    {
      self = .pop
    } else {
      return nil
    }
  }

  /// Creates the step of a link between pages, if the path of one page begins with the path of the other.
  init?(
    from source: Substring.UTF8View, to target: Substring.UTF8View, _ summary: PageSummary
  ) {
    if summary.levels.last?.kind == .pushed, Self.isOnTheWay(source, to: target) {
      self = .push
    } else if summary.levels.last.map({ $0.kind == .pushed || $0.kind == .screen }) ?? false,
      Self.isOnTheWay(target, to: source)
    {
      self = .pop
    } else {
      return nil
    }
  }

  private static func isOnTheWay(
    _ path: Substring.UTF8View, to other: Substring.UTF8View
  ) -> Bool {
    guard path.count < other.count, other.starts(with: path) else { return false }
    return path.last == UInt8(ascii: "/")
      || other[other.index(other.startIndex, offsetBy: path.count)] == UInt8(ascii: "/")
  }
}
