/// One sheet of paper on the pile that a page is.
public struct Layer: Sendable {
  /// `screen`, `sheet`, `popover`, `cover`, `alert` or `confirmation`; `page` for a page that has
  /// no layers, such as an error.
  public let kind: String

  /// The text of the first `h1`; empty where there is none.
  public let title: String

  /// Whether something lies on it, so that it can not be operated.
  public let isInert: Bool

  /// The layer's form, or the body of a page that has no layers.
  public let node: HTMLNode

  /// What is seen in it.
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
  /// The layers of the page, the lowest first; one of kind `page` where it has no forms for them.
  public var layers: [Layer] {
    guard let body else { return [] }
    let forms = body.all("form", class: "layer")
    return forms.isEmpty ? [Layer(body)] : forms.map(Layer.init)
  }
}
