/// The states of an element in the accessibility tree.
struct AccessibilityStates {
  /// The states, such as `checked` and `level 2`, in a fixed order.
  private(set) var texts: [String] = []
  /// Whether the states are announced even if the element has neither a role nor a name.
  private(set) var isNotable = false

  /// - Parameters:
  ///   - node: A node of `Accessibility.getFullAXTree`.
  ///   - attributes: The attributes of its element, for states that the protocol doesn't have.
  init(_ node: JSON, role: String, attributes: [String: String], isFocused: Bool) {
    let properties = Dictionary(
      node["properties"].array.map { ($0["name"].string ?? "", $0["value"]["value"]) },
      uniquingKeysWith: { first, _ in first })

    if role == "heading", let level = properties["level"]?.number {
      texts.append("level \(Int(level))")
    }
    if isFocused, role != "RootWebArea" { texts.append("focused") }
    for (property, name) in [("checked", "checked"), ("pressed", "pressed")] {
      guard let value = properties[property]?.string else { continue }
      texts.append(value == "true" ? name : value == "false" ? "not \(name)" : value)
    }
    if role != "combobox", let isExpanded = properties["expanded"]?.bool {
      texts.append(isExpanded ? "expanded" : "collapsed")
    }
    for name in ["selected", "disabled", "readonly", "required", "modal", "busy", "multiline"]
    where Self.isTrue(properties[name]) {
      texts.append(name)
    }
    if Self.isTrue(properties["invalid"]) { texts.append("invalid") }
    if role != "combobox", let popup = properties["hasPopup"]?.string, popup != "false" {
      texts.append("popup \(popup)")
    }
    if let live = properties["live"]?.string, live != "off" { texts.append("live \(live)") }
    if let sort = attributes["aria-sort"] { texts.append("sort \(sort)") }
    if let current = attributes["aria-current"], current != "false" {
      texts.append("current \(current)")
    }
    if Self.ranges.contains(role), let least = properties["valuemin"]?.number,
      let most = properties["valuemax"]?.number, least < most
    {
      let limits = [least, most].map { AccessibilityTree.text(of: .number($0)) }
      texts.append(limits.joined(separator: " to "))
    }
    for name in ["lang", "dir"] {
      // The direction of fields depends on their text.
      if let value = attributes[name], value != "auto" { texts.append("\(name) \(value)") }
    }
    isNotable = isFocused || properties["live"] != nil || Self.isTrue(properties["busy"])
  }

  private static let ranges: Set<String> = ["meter", "progressbar", "slider", "spinbutton"]

  private static func isTrue(_ value: JSON?) -> Bool {
    switch value {
    case .bool(let bool): bool
    case .number(let number): number != 0
    case .string(let text): !["", "false"].contains(text)
    default: false
    }
  }
}
