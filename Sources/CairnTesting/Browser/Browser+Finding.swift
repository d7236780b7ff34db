extension Browser {
  /// Returns the button or link with a name in the top layer, for example to check its attributes.
  public func control(_ name: String, in scope: BrowserScope? = nil) throws -> HTMLNode {
    try clickable(name, in: scope)
  }

  func clickable(_ name: String, in scope: BrowserScope?) throws(BrowserError) -> HTMLNode {
    try find("button or link", named: name, in: scope) { node in
      node.buttons + node.links
    }
  }

  /// Returns the field with a label in the top layer.
  package func fieldNode(_ label: String, in scope: BrowserScope?) throws(BrowserError) -> HTMLNode
  {
    try find("field", named: label, in: scope) { $0.descendants.filter(\.isField) }
  }

  func operableTopLayer() throws(BrowserError) -> Layer {
    guard let layer = try entry(at: 0).page.topLayer else {
      throw BrowserError(.noPage, "the page \(location) is empty")
    }
    return layer
  }

  private func find(
    _ kind: String, named name: String, in scope: BrowserScope?,
    among candidates: (HTMLNode) -> [HTMLNode]
  ) throws(BrowserError) -> HTMLNode {
    let layer = try operableTopLayer()
    let root = try scope?.find(in: layer) ?? layer.node
    let all = candidates(root)
    let matches = all.filter { $0.isNamed(name) }
    let place = (scope.map { "\($0) of " } ?? "") + "the top layer “\(layer.title)”"
    guard let match = matches.first else {
      let covered = layers.dropLast().first { candidates($0.node).contains { $0.isNamed(name) } }
      let hint =
        covered.map { "; the covered layer “\($0.title)” has one" } ?? ""
      throw BrowserError(
        covered == nil ? .notFound : .inert,
        "no \(kind) named “\(name)” in \(place) of \(location); available: "
          + BrowserError.list(all.map(\.accessibleName)) + hint)
    }
    guard matches.count == 1 else {
      throw BrowserError(
        .ambiguous,
        "\(matches.count) matches for the \(kind) “\(name)” in \(place); specify its row or group; "
          + "available: " + BrowserError.list(all.map(\.accessibleName)))
    }
    if match.isInert {
      throw BrowserError(.inert, "the \(kind) “\(name)” in \(place) is inert")
    }
    return match
  }
}
