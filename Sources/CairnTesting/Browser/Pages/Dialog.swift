/// An open sheet, popover, cover, alert, or confirmation dialog.
public struct Dialog: Equatable, Sendable {
  /// The kind of dialog: `sheet`, `popover`, `cover`, `alert`, or `confirmation`.
  public let kind: String

  /// The heading, or an empty string if the dialog has no heading.
  public let title: String

  /// The message of an alert or confirmation dialog.
  public let message: String?

  /// The names of the buttons in document order, including disabled ones.
  public let buttons: [String]

  /// Creates a dialog to compare with.
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
  /// The buttons that a user sees in the element, which excludes backdrops and the default button for Enter.
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
