extension HTMLNode {
  /// The accessible name of a control, as users and assistive technology know it, in one line.
  ///
  /// The name is the first of the following that isn't empty:
  ///
  /// 1. The `aria-label` attribute
  /// 2. The text of the elements in `aria-labelledby`
  /// 3. The label of a field
  /// 4. The value of an input that is a button
  /// 5. The element's text
  /// 6. The `title` attribute
  /// 7. The `placeholder` attribute
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

  /// Whether a name refers to this control by its accessible name or its visible text.
  func isNamed(_ name: String) -> Bool {
    let name = name.collapsingWhitespace
    return accessibleName == name || (!isField && visibleText.collapsingWhitespace == name)
  }

  /// Returns the text of elements in one line, from a list of their IDs as in `aria-describedby`.
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

  /// Whether the element is an input control other than a button.
  var isField: Bool {
    switch name {
    case "select", "textarea": true
    case "input": inputType != "hidden" && !isInputButton
    default: false
    }
  }

  /// The `type` of an input in lowercase, or `text` if the attribute is missing.
  var inputType: String { self["type"]?.lowercased() ?? "text" }
}

extension String {
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
