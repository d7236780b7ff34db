/// An open dialog: a sheet, popover, cover, alert or confirmation dialog.
public struct Dialog: Equatable, Sendable {
  /// `sheet`, `popover`, `cover`, `alert` or `confirmation`.
  public let kind: String

  /// Its heading; empty where there is none.
  public let title: String

  /// The message of an alert or confirmation dialog.
  public let message: String?

  /// The names of its buttons in document order, those that are disabled too.
  public let buttons: [String]

  /// Makes a dialog to compare with.
  public init(kind: String, title: String, message: String? = nil, buttons: [String]) {
    self.kind = kind
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  init?(_ layer: Layer) {
    guard let dialog = layer.node.first("dialog"), dialog.has("open") else { return nil }
    self.init(
      kind: layer.kind, title: layer.title,
      message: dialog.first(class: "message")?.visibleText,
      buttons: dialog.buttons.map(\.accessibleName))
  }
}

extension HTMLNode {
  /// The buttons that a user sees in the element: not the one for Enter, not a backdrop.
  var buttons: [HTMLNode] {
    descendants.filter { node in
      (node.name == "button" || node.isInputButton) && node["aria-hidden"] != "true"
        && !node.hasClass("backdrop") && !node.hasClass("default-action")
    }
  }

  /// The links that a user sees in the element.
  var links: [HTMLNode] {
    descendants.filter { $0.name == "a" && $0.has("href") && $0["aria-hidden"] != "true" }
  }
}
