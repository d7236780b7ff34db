extension HTMLNode {
  /// The name by which people and assistive technology know a control, one line.
  ///
  /// The first that is not empty of: `aria-label`, the elements of `aria-labelledby`, a field's
  /// label, the value of an input that is a button, the text, `title`, `placeholder`.
  public var accessibleName: String {
    let candidates: [() -> String?] = [
      { self["aria-label"] },
      { self["aria-labelledby"].map(textOfElements(ids:)) },
      { isField ? labels.map(\.namingText).joined(separator: " ") : nil },
      { isInputButton ? self["value"] ?? self["alt"] ?? self["type"]?.capitalizedASCII : nil },
      { isField ? nil : namingText },
      { self["title"] },
      { self["placeholder"] },
    ]
    for candidate in candidates {
      if let name = candidate()?.collapsingWhitespace, !name.isEmpty { return name }
    }
    return ""
  }

  /// Whether a name means this control: its accessible name, or else the text that is seen.
  func isNamed(_ name: String) -> Bool {
    let name = name.collapsingWhitespace
    return accessibleName == name || (!isField && visibleText.collapsingWhitespace == name)
  }

  /// The text of elements given by their ids, as in `aria-describedby`, one line.
  func textOfElements(ids: String) -> String {
    ids.split(whereSeparator: \.isWhitespace)
      .compactMap { document.element(id: String($0))?.namingText }
      .joined(separator: " ")
  }

  private var labels: [HTMLNode] {
    var labels: [HTMLNode] = []
    if let id = self["id"] { labels = document.all("label", where: ["for": id]) }
    if let around = ancestors.first(where: { $0.name == "label" }), !around.has("for") {
      labels.append(around)
    }
    return labels
  }

  var isInputButton: Bool {
    name == "input" && ["submit", "button", "reset", "image"].contains(inputType)
  }

  /// Whether a user can enter something here.
  var isField: Bool {
    switch name {
    case "select", "textarea": true
    case "input": inputType != "hidden" && !isInputButton
    default: false
    }
  }

  /// The `type` of an input in lower case, `text` where it is missing.
  var inputType: String { self["type"]?.lowercased() ?? "text" }
}

extension String {
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
