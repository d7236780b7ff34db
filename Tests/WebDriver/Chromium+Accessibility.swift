import Foundation

/// How the user of a page wants to see it.
package struct Appearance: CustomStringConvertible, Sendable {
  package let isDark: Bool
  /// Whether colours are the user's own.
  package let isForced: Bool

  package static let all = [false, true].flatMap { isForced in
    [false, true].map { Self(isDark: $0, isForced: isForced) }
  }

  /// Those in which rules may say something else: where colours are the user's own, none is judged.
  package static let allForRules = all.filter { !($0.isDark && $0.isForced) }

  package var description: String {
    (isDark ? "dark" : "light") + (isForced ? ", forced colours" : "")
  }
}

extension Chromium {
  /// The rules of axe-core; `scripts/test` fetches them.
  private static let rules = Result {
    try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/axe/axe.min.js"), encoding: .utf8)
  }

  package static var hasRules: Bool { (try? rules.get()) != nil }

  /// What axe-core says against the page that is shown, a line each, however it is looked at.
  package func violations(
    in appearances: [Appearance] = Appearance.all
  ) async throws -> [String] {
    _ = try await evaluate("(() => { \(try Self.rules.get()); return true })()")
    var violations: [String] = []
    for appearance in appearances {
      try await devTools(
        "Emulation.setEmulatedMedia",
        [
          "features": [
            ["name": "prefers-color-scheme", "value": appearance.isDark ? "dark" : "light"],
            ["name": "forced-colors", "value": appearance.isForced ? "active" : "none"],
            ["name": "prefers-reduced-motion", "value": "reduce"],
          ]
        ])
      violations += try await evaluate(
        """
        (async () => {
          const { violations } = await axe.run(document, {
            runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
            rules: { "color-contrast": { enabled: \(!appearance.isForced) } },
          })
          return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)}`))
        })()
        """
      ).array.compactMap(\.string).map { "\(appearance): \($0)" }
    }
    try await emulate()
    return violations
  }
}
