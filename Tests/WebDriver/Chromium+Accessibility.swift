import Foundation

/// The user's preferences for the appearance of a page.
package struct Appearance: CustomStringConvertible, Sendable {
  package let isDark: Bool
  /// Whether the user replaces the colors with their own.
  package let isForced: Bool

  package static let all = [false, true].flatMap { isForced in
    [false, true].map { Self(isDark: $0, isForced: isForced) }
  }

  /// The appearances for the rules. With forced colors, only one is checked, because the rules don't
  /// apply to colors then.
  package static let allForRules = all.filter { !($0.isDark && $0.isForced) }

  package var description: String {
    (isDark ? "dark" : "light") + (isForced ? ", forced colors" : "")
  }
}

extension Chromium {
  /// The rules of axe-core, downloaded by `scripts/test`.
  private static let rules = Result {
    try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: ".build/axe/axe.min.js"), encoding: .utf8)
  }

  package static var hasRules: Bool { (try? rules.get()) != nil }

  /// The violations of axe-core's rules on the current page, one per line, in every appearance.
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

extension Chromium {
  /// The problems with names in the page's accessibility tree, one per line: controls and groups
  /// without a name, or with the same name as another. Rows of a list may repeat the names of other
  /// rows.
  package func nameProblems() async throws -> [String] {
    try await devTools("Accessibility.enable")
    let nodes = try await devTools("Accessibility.getFullAXTree")["nodes"].array
      .map(AccessibleNode.init)
    let byID = Dictionary(nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<[String]> = []
    var problems: [String] = []
    for node in nodes where !node.isIgnored && (node.isControl || node.isGroup) {
      guard !node.name.isEmpty else {
        problems.append("a \(node.role) has no name")
        continue
      }
      var row = ""
      var parent = byID[node.parent]
      while let one = parent {
        if one.role == "listitem" { row = one.id }
        parent = byID[one.parent]
      }
      // A group must not share its name with a field, so that users of screen readers can tell them
      // apart.
      let kind = node.isGroup || node.isField ? "field" : node.role
      if !seen.insert([row, kind, node.name]).inserted {
        problems.append("another \(node.role) is called “\(node.name)”")
      }
    }
    return problems
  }
}

/// An element of the accessibility tree.
private struct AccessibleNode {
  let id: String
  let parent: String
  let role: String
  let name: String
  let isIgnored: Bool

  init(_ node: JSON) {
    id = node["nodeId"].string ?? ""
    parent = node["parentId"].string ?? ""
    role = node["role"]["value"].string ?? ""
    name = node["name"]["value"].string ?? ""
    isIgnored = node["ignored"].bool ?? false
  }

  var isField: Bool {
    ["textbox", "spinbutton", "combobox", "checkbox", "switch", "radio"].contains(role)
  }
  var isControl: Bool { isField || role == "button" || role == "link" }
  var isGroup: Bool { ["group", "radiogroup", "navigation", "region"].contains(role) }
}
