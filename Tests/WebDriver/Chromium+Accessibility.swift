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

extension Chromium {
  /// What is wrong with the names in the accessibility tree of the page, a line each: controls and groups without a
  /// name, and those that share one. Rows of a list may repeat the names of other rows.
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
      // Who hears the name of a group is not to take it for the field of that name.
      let kind = node.isGroup || node.isField ? "field" : node.role
      if !seen.insert([row, kind, node.name]).inserted {
        problems.append("another \(node.role) is called “\(node.name)”")
      }
    }
    return problems
  }
}

/// An element as assistive technology has it.
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
