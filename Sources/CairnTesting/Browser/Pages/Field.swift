/// A field of the top layer as the user sees it.
public struct Field: Equatable, Sendable {
  /// The kinds of field.
  public enum Kind: Equatable, Sendable {
    case text, textArea, toggle, radio, picker, file
  }

  /// The text of its label.
  public let label: String

  /// What kind of field it is.
  public let kind: Kind

  /// What is in it: the typed text, the name of the chosen option, `on` or `off`, the names of
  /// the chosen files.
  public let value: String

  /// The message beside the field: what `aria-describedby` names, where the field is invalid.
  public let error: String?

  /// Whether it can not be changed.
  public let isDisabled: Bool

  /// The names of a picker's options in order; empty for other fields.
  public let options: [String]

  /// Whether a toggle or radio button is on.
  public var isOn: Bool { value == "on" && (kind == .toggle || kind == .radio) }
}

extension LoadedPage {
  func field(_ node: HTMLNode) -> Field {
    let kind = node.fieldKind
    let value =
      switch kind {
      case .text, .textArea: text(of: node)
      case .toggle, .radio: isChecked(node) ? "on" : "off"
      case .picker: selectedOption(of: node)?.optionLabel ?? ""
      case .file: files(of: node).map(\.name).joined(separator: ", ")
      }
    return Field(
      label: node.accessibleName, kind: kind, value: value,
      error: node["aria-invalid"] == "true"
        ? node["aria-describedby"].map(node.textOfElements(ids:)) : nil,
      isDisabled: node.isDisabled || node.has("readonly"),
      options: kind == .picker ? node.all("option").map(\.optionLabel) : [])
  }

  /// The text in an input or text area: what was typed, or else what the page brought.
  func text(of node: HTMLNode) -> String {
    if case .text(let text)? = edits[node.index] { return text }
    if node.name != "textarea" { return (node["value"] ?? "").withNewlines("") }
    let text = node.text.withNewlines("\n")
    return text.hasPrefix("\n") ? String(text.dropFirst()) : text
  }

  /// The files that were chosen in a field for files.
  func files(of node: HTMLNode) -> [BrowserFile] {
    if case .files(let files)? = edits[node.index] { files } else { [] }
  }

  func isChecked(_ node: HTMLNode) -> Bool {
    if case .checked(let isChecked)? = edits[node.index] { return isChecked }
    return node.has("checked")
  }

  /// The option that is chosen: by the user, by the page (its last `selected`), or the first that
  /// is not disabled.
  func selectedOption(of select: HTMLNode) -> HTMLNode? {
    if case .option(let index)? = edits[select.index] {
      return HTMLNode(document: document, index: index)
    }
    let options = select.all("option")
    return options.last { $0.has("selected") } ?? options.first { !$0.has("disabled") }
  }
}

extension HTMLNode {
  fileprivate var fieldKind: Field.Kind {
    switch (name, inputType) {
    case ("select", _): .picker
    case ("textarea", _): .textArea
    case (_, "checkbox"): .toggle
    case (_, "radio"): .radio
    case (_, "file"): .file
    default: .text
    }
  }

  var optionLabel: String { (self["label"] ?? text).collapsingWhitespace }

  var optionValue: String { self["value"] ?? text.collapsingWhitespace }
}

extension String {
  /// With every CRLF, CR and LF written as one kind of newline.
  func withNewlines(_ newline: String) -> String {
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == "\r" || (scalar == "\n" && previous != "\r") {
        scalars.append(contentsOf: newline.unicodeScalars)
      } else if scalar != "\n" {
        scalars.append(scalar)
      }
      previous = scalar
    }
    return String(scalars)
  }
}
