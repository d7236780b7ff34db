/// How a page follows the one before, as far as a browser without a script can not tell: the style sheet moves
/// screens by it. Layers that come and go tell of themselves.
package enum PageStep: String, Sendable {
  /// A screen was pushed.
  case push
  /// The screens that were on top are gone.
  case pop

  /// The step from one pile of levels to another one; nil for any other.
  /// - Parameters:
  ///   - kinds: What the levels before were; as many as `before` has.
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

  /// The step that a link has taken, between pages of which one lies on the way to the other.
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
