/// A part of the top layer to search.
public enum BrowserScope: Equatable, Sendable {
  /// A row of a list, found by a text in it.
  ///
  /// A row whose text or name is equal to the text takes precedence over rows that contain it. If several rows
  /// match, `index` selects one of them, starting at 0.
  case row(String, index: Int? = nil)

  /// A section or group, found by its header, legend, or label.
  ///
  /// A name that is equal takes precedence over names that contain the text.
  case group(String)

  /// The bar with the Back button, the title, and the toolbar.
  case bar

  /// The content below the bar.
  case content

  /// The controls of a recorder, which are outside the layers.
  case recorder
}

extension BrowserScope: CustomStringConvertible {
  /// The name of the scope in error messages.
  public var description: String {
    switch self {
    case .row(let text, nil): "the row “\(text)”"
    case .row(let text, let index?): "row \(index) of the rows with “\(text)”"
    case .group(let name): "the group “\(name)”"
    case .bar: "the bar"
    case .content: "the content"
    case .recorder: "the recorder"
    }
  }
}

extension BrowserScope {
  /// Finds the only part of a layer that matches the scope.
  func find(in layer: Layer) throws(BrowserError) -> HTMLNode {
    switch self {
    case .row(let text, let index):
      let rows = layer.node.all("li", class: "row")
      let matches = Self.best(rows, for: text) { row in
        [row.accessibleName, row.visibleText]
          + row.descendants.filter(\.isElement).map(\.namingText)
      }
      let names = rows.map { $0.visibleText.collapsingWhitespace }
      if let index, matches.indices.contains(index) { return matches[index] }
      return try one(of: index == nil ? matches : [], in: layer, names: names)
    case .group(let name):
      let groups = layer.node.descendants.filter {
        ["fieldset", "section"].contains($0.name) || $0["role"] == "group"
      }
      let matches = Self.best(groups, for: name, by: \.groupNames)
      return try one(of: matches, in: layer, names: groups.map { $0.groupNames.first ?? "" })
    case .bar:
      return try one(of: layer.node.all("header", class: "bar"), in: layer, names: [])
    case .content:
      return try one(of: layer.node.all(class: "content"), in: layer, names: [])
    case .recorder:
      return try one(
        of: layer.node.document.root?.all("section", class: "recorder") ?? [], in: layer, names: [])
    }
  }

  private static func best(
    _ nodes: [HTMLNode], for text: String, by texts: (HTMLNode) -> [String]
  ) -> [HTMLNode] {
    let text = text.collapsingWhitespace
    let exact = nodes.filter { texts($0).contains(text) }
    if !exact.isEmpty { return exact }
    return nodes.filter { texts($0).contains { $0.collapsingWhitespace.contains(text) } }
  }

  private func one(of nodes: [HTMLNode], in layer: Layer, names: [String])
    throws(BrowserError) -> HTMLNode
  {
    if nodes.count == 1 { return nodes[0] }
    let have = names.isEmpty ? "" : "; available: \(BrowserError.list(names))"
    if nodes.isEmpty {
      throw BrowserError(.notFound, "\(self) isn't in the top layer “\(layer.title)”\(have)")
    }
    throw BrowserError(
      .ambiguous, "\(nodes.count) matches for \(self) in the top layer “\(layer.title)”\(have)")
  }
}

extension HTMLNode {
  fileprivate var groupNames: [String] {
    var names = [self["aria-label"], self["aria-labelledby"].map(textOfElements(ids:))]
    names += children.filter { ["legend", "h2", "h3"].contains($0.name) }.map(\.namingText)
    return names.compactMap { $0 }.filter { !$0.isEmpty }
  }
}
