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
  /// without a name, or with the same name as another.
  ///
  /// Names may be repeated in another row, in another group, and below another heading, because screen
  /// readers announce those too.
  package func nameProblems() async throws -> [String] {
    try await devTools("Accessibility.enable")
    let nodes = try await devTools("Accessibility.getFullAXTree")["nodes"].array
      .map(AccessibleNode.init)
    let byID = Dictionary(nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var problems = NameProblems(nodes: byID)
    for node in nodes where byID[node.parent] == nil { problems.look(at: node) }
    return problems.found
  }
}

/// A walk through the accessibility tree, in the order of the page.
private struct NameProblems {
  let nodes: [String: AccessibleNode]
  private(set) var found: [String] = []
  private var seen: Set<[String]> = []
  private var heading = ""

  init(nodes: [String: AccessibleNode]) { self.nodes = nodes }

  /// - Parameters:
  ///   - row: The ID of the row around the node.
  ///   - groups: The groups around the node that have a name, innermost first.
  mutating func look(at node: AccessibleNode, row: String = "", groups: [AccessibleNode] = []) {
    var (row, groups) = (row, groups)
    if !node.isIgnored {
      if node.role == "heading" { heading = node.id }
      if node.isControl || node.isGroup { check(node, row: row, groups: groups) }
      if node.role == "listitem" || node.role == "row" { row = node.id }
      if node.isGroup, !node.name.isEmpty { groups.insert(node, at: 0) }
      // The browser names the parts of its fields for dates and colors.
      if node.isNativeField { return }
    }
    for child in node.children.compactMap({ nodes[$0] }) {
      look(at: child, row: row, groups: groups)
    }
  }

  private mutating func check(_ node: AccessibleNode, row: String, groups: [AccessibleNode]) {
    guard !node.name.isEmpty else {
      if !isDisclosure(node) { found.append("a \(node.role) has no name") }
      return
    }
    // A group must not share its name with a field, so that users of screen readers can tell them
    // apart.
    let isField = node.isGroup || node.isField
    let key = [heading, groups.first?.id ?? "", row, isField ? "field" : node.role, node.name]
    if !seen.insert(key).inserted || isField && groups.contains(where: { $0.name == node.name }) {
      found.append("another \(node.role) is called “\(node.name)”")
    }
  }

  /// Whether a group has a summary, which has the name instead of the group.
  private func isDisclosure(_ group: AccessibleNode) -> Bool {
    group.children.compactMap { nodes[$0] }.contains { child in
      child.role.hasPrefix("DisclosureTriangle") || child.isIgnored && isDisclosure(child)
    }
  }
}

/// An element of the accessibility tree.
private struct AccessibleNode {
  let id: String
  let parent: String
  let children: [String]
  let role: String
  let name: String
  let isIgnored: Bool

  init(_ node: JSON) {
    id = node["nodeId"].string ?? ""
    parent = node["parentId"].string ?? ""
    children = node["childIds"].array.compactMap(\.string)
    role = node["role"]["value"].string ?? ""
    name = node["name"]["value"].string ?? ""
    isIgnored = node["ignored"].bool ?? false
  }

  var isField: Bool {
    ["textbox", "spinbutton", "combobox", "checkbox", "switch", "radio"].contains(role)
  }
  var isNativeField: Bool { ["ColorWell", "Date", "DateTime", "InputTime"].contains(role) }
  var isControl: Bool { isField || role == "button" || role == "link" }
  var isGroup: Bool { ["group", "radiogroup", "navigation", "region"].contains(role) }
}
