import CairnBytes

extension ScreenMap {
  /// Returns the paths of the screens, such as for a sitemap, without repetitions and in the order of the screens.
  ///
  /// A screen with a parameter in its path, such as `/items/{id}`, has a path for each of the parameter's values. Without
  /// values, the screen is left out. Items of the query are left out, too. The map doesn't contain which users can see a
  /// screen, so exclude screens that need a user, and screens that need items of the query.
  ///
  /// - Parameters:
  ///   - values: The values of parameters, by their names.
  ///   - excluded: Paths that are left out, with all paths below them.
  /// - Returns: The percent-encoded paths.
  public func paths(
    values: [String: [String]] = [:], excluding excluded: [String] = []
  ) -> [String] {
    let excluded = excluded.map { Location(path: $0)?.segments ?? [$0] }
    var known: Set<Location> = []
    return nodes.flatMap { node in
      node.path.split(separator: "/").reduce([[]]) { paths, segment in
        let choices = Self.choices(for: segment, values)
        return paths.flatMap { path in choices.map { path + [$0] } }
      }
    }
    .filter { path in !excluded.contains { path.starts(with: $0) } }
    .map { Location($0) }
    .filter { known.insert($0).inserted }
    .map(\.path)
  }

  /// Returns the texts that a segment of a pattern is for.
  private static func choices(
    for segment: Substring, _ values: [String: [String]]
  ) -> [String] {
    if segment.hasPrefix("{"), segment.hasSuffix("}") {
      return values[String(segment.dropFirst().dropLast())] ?? []
    }
    return [PercentCoding.text(segment.utf8) ?? String(segment)]
  }
}
