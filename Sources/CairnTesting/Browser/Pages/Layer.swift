/// A layer of a page, such as a screen or a sheet.
public struct Layer: Sendable {
  /// The kind of layer: `screen`, `sheet`, `popover`, `cover`, `alert`, or `confirmation`.
  ///
  /// For a page without layers, such as an error page, the kind is `page`.
  public let kind: String

  /// The text of the first `h1`, or an empty string if the layer has no heading.
  public let title: String

  /// Whether the layer can't be used because another layer covers it.
  public let isInert: Bool

  /// The layer's form, or the body of a page without layers.
  public let node: HTMLNode

  /// The visible text of the layer.
  public var text: String { node.visibleText }

  init(_ node: HTMLNode) {
    let kinds = ["screen", "sheet", "popover", "cover", "alert", "confirmation"]
    kind = kinds.first(where: node.hasClass) ?? "page"
    title = node.first("h1")?.visibleText.collapsingWhitespace ?? ""
    isInert = node.isInert
    self.node = node
  }
}

extension HTMLDocument {
  /// The layers of the page, lowest first.
  ///
  /// A page without forms for layers has one layer of kind `page`.
  public var layers: [Layer] {
    guard let body else { return [] }
    let forms = body.all("form", class: "layer")
    return forms.isEmpty ? [Layer(body)] : forms.map(Layer.init)
  }
}
