/// What a screen reader gets of a page, in reading order: roles, names, values, states, and descriptions.
///
/// The text has a line for each element, indented below the element around it:
///
/// ```
/// textbox “Quantity” = “abc” (focused, invalid) — “Enter a whole number.”
/// ```
///
/// It leaves out everything that depends on the browser's version or on the machine: IDs, boxes of lines, elements that
/// have only a style, the inner elements of native fields, and the texts of the announcer.
package struct AccessibilityTree {
  /// An element that isn't left out.
  private struct Node {
    var role: String
    /// The name, or the text of a text.
    var name: String
    var line: String
    var children: [Node]

    var isText: Bool { role == "StaticText" }
  }

  private let nodes: [String: JSON]
  private let roots: [String]
  private let attributes: [Double: [String: String]]
  private let focused: Double?

  /// Creates a tree from responses of the DevTools protocol.
  /// - Parameters:
  ///   - nodes: The nodes of `Accessibility.getFullAXTree`.
  ///   - document: The root of `DOM.getDocument`, with all levels.
  ///   - focused: The backend ID of the element with the focus, if there is one.
  package init(nodes: [JSON], document: JSON, focused: Double?) {
    self.nodes = Dictionary(
      nodes.map { ($0["nodeId"].string ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    roots = nodes.filter { $0["parentId"].string == nil }.compactMap { $0["nodeId"].string }
    var attributes: [Double: [String: String]] = [:]
    Self.collectAttributes(of: document, into: &attributes)
    self.attributes = attributes
    self.focused = focused
  }

  private static func collectAttributes(
    of node: JSON, into attributes: inout [Double: [String: String]]
  ) {
    let list = node["attributes"].array.compactMap(\.string)
    var own: [String: String] = [:]
    for index in stride(from: 0, to: list.count - 1, by: 2) { own[list[index]] = list[index + 1] }
    if let id = node["backendNodeId"].number { attributes[id] = own }
    let children = node["children"].array
    for child in children {
      collectAttributes(of: child, into: &attributes)
      // The document has the language and the direction of its root element.
      if child["localName"].string == "html", let id = node["backendNodeId"].number,
        let root = child["backendNodeId"].number
      {
        attributes[id] = attributes[root]
      }
    }
  }

  /// The tree as text, which ends with a line break.
  package var text: String {
    var text = ""
    for root in roots.flatMap(reduced) { Self.write(root, level: 0, to: &text) }
    return text
  }

  private static func write(_ node: Node, level: Int, to text: inout String) {
    text += String(repeating: "  ", count: level) + node.line + "\n"
    for child in node.children { write(child, level: level + 1, to: &text) }
  }

  /// Returns the element with an ID, or the elements inside it if it's left out.
  private func reduced(_ id: String) -> [Node] {
    guard let node = nodes[id] else { return [] }
    let role = node["role"]["value"].string ?? ""
    guard !Self.dropped.contains(role) else { return [] }
    var children = node["childIds"].array.compactMap(\.string).flatMap(reduced)
    guard node["ignored"].bool != true else { return children }

    var name = Self.text(of: node["name"]["value"])
    let texts = children.filter(\.isText)
    if role == "StaticText" {
      return name.isEmpty
        ? [] : [Node(role: role, name: name, line: "text “\(name)”", children: [])]
    }
    if Self.captions.contains(role) {
      if name.isEmpty { name = texts.map(\.name).joined(separator: " ") }
      children = []
    }
    let states = AccessibilityStates(
      node, role: role, attributes: attributes(of: node),
      isFocused: focused != nil && node["backendDOMNodeId"].number == focused)
    if name.isEmpty, Self.hoisted.contains(role), !states.isNotable { return children }

    // What's announced can depend on the time between two changes. Other tests check it.
    if Self.leaves.contains(role) || attributes(of: node)["class"] == "announcer" { children = [] }
    if Self.cells.contains(role), !children.isEmpty {
      // Not all versions take the name of a cell from its content.
      name = texts.count == 1 && children.count == 1 ? texts[0].name : ""
      if !name.isEmpty { children = [] }
    }
    if !name.isEmpty, texts.count == children.count,
      Self.named.contains(role) || Self.isEqual(texts.map(\.name).joined(), name)
    {
      children = []
    }
    children.removeAll { Self.captions.contains($0.role) && $0.name == name }

    var line = Self.roles[role] ?? role
    if !name.isEmpty { line += " “\(name)”" }
    let value = value(of: node, role)
    if !value.isEmpty, value != name { line += " = “\(value)”" }
    if !states.texts.isEmpty { line += " (\(states.texts.joined(separator: ", ")))" }
    let description = Self.text(of: node["description"]["value"])
    if !description.isEmpty { line += " — “\(description)”" }
    return [Node(role: role, name: name, line: line, children: children)]
  }

  private func attributes(of node: JSON) -> [String: String] {
    node["backendDOMNodeId"].number.flatMap { attributes[$0] } ?? [:]
  }

  /// Returns the value of a field.
  ///
  /// Browsers show dates and file names in the language of the system. For dates, it's the value in the markup.
  private func value(of node: JSON, _ role: String) -> String {
    let attributes = attributes(of: node)
    if attributes["type"] == "file" { return "" }
    if Self.nativeFields.contains(role) { return attributes["value"] ?? "" }
    return Self.text(of: node["value"]["value"])
  }

  private static func isEqual(_ one: String, _ other: String) -> Bool {
    one.filter { !$0.isWhitespace } == other.filter { !$0.isWhitespace }
  }

  /// Returns a text or a number with single spaces.
  static func text(of value: JSON) -> String {
    switch value {
    case .string(let text): text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
    default: ""
    }
  }
}

extension AccessibilityTree {
  /// Parts of texts, which depend on fonts.
  private static let dropped: Set<String> = ["InlineTextBox", "LineBreak", "ListMarker"]

  /// Elements that are left out, but not their content, unless they have a name.
  private static let hoisted: Set<String> = [
    "none", "generic", "LabelText", "paragraph", "Section", "MenuListPopup", "emphasis", "strong",
    "rowgroup", "form", "group", "region", "sectionheader", "sectionfooter", "SvgRoot",
  ]

  /// Elements whose content is part of their name or value.
  private static let leaves = nativeFields.union([
    "button", "checkbox", "combobox", "image", "menuitem", "meter", "option", "progressbar",
    "radio",
    "searchbox", "separator", "slider", "spinbutton", "switch", "tab", "textbox",
  ])

  /// Elements whose texts are left out, because they have a name.
  private static let named: Set<String> = [
    "link", "heading", "DisclosureTriangle", "DisclosureTriangleGrouped",
  ]

  private static let cells: Set<String> = [
    "row", "cell", "gridcell", "rowheader", "columnheader", "listitem",
  ]

  private static let captions: Set<String> = ["Legend", "caption", "Figcaption"]

  private static let nativeFields: Set<String> = ["ColorWell", "Date", "DateTime", "InputTime"]

  /// The names of Chromium's own roles.
  private static let roles = [
    "ColorWell": "color field", "Date": "date field", "DateTime": "date and time field",
    "DisclosureTriangle": "summary", "DisclosureTriangleGrouped": "summary",
    "Figcaption": "figure caption", "InputTime": "time field", "Legend": "legend",
    "RootWebArea": "document",
  ]
}
