/// A field of the top layer as the user sees it.
public struct Field: Equatable, Sendable {
  /// The kinds of field.
  public enum Kind: Equatable, Sendable {
    /// Text fields, text areas, toggles, radio buttons, pickers, and file fields.
    case text, textArea, toggle, radio, picker, file
  }

  /// The text of the field's label.
  public let label: String

  /// The kind of field.
  public let kind: Kind

  /// The content of the field.
  ///
  /// - For text fields and text areas, the text.
  /// - For toggles and radio buttons, `on` or `off`.
  /// - For pickers, the name of the chosen option.
  /// - For file fields, the names of the chosen files, separated by commas.
  public let value: String

  /// The field's error message from `aria-describedby`, or `nil` if the field is valid.
  public let error: String?

  /// Whether the user can't change the field.
  public let isDisabled: Bool

  /// The names of a picker's options in order. Empty for other kinds of fields.
  public let options: [String]

  /// Whether the field is a toggle or radio button that is on.
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

  /// Returns the text in an input or text area, either as typed or as in the page.
  func text(of node: HTMLNode) -> String {
    if case .text(let text)? = edits[node.index] { return text }
    if node.name != "textarea" { return (node["value"] ?? "").withNewlines("") }
    let text = node.text.withNewlines("\n")
    return text.hasPrefix("\n") ? String(text.dropFirst()) : text
  }

  /// Returns the files that the user has chosen in a file field.
  func files(of node: HTMLNode) -> [BrowserFile] {
    if case .files(let files)? = edits[node.index] { files } else { [] }
  }

  func isChecked(_ node: HTMLNode) -> Bool {
    if case .checked(let isChecked)? = edits[node.index] { return isChecked }
    return node.has("checked")
  }

  /// Returns the chosen option of a picker.
  ///
  /// The user's choice takes precedence over the page's last `selected` option. Otherwise, the first enabled option
  /// is chosen.
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

  var optionValue: String { self["value"] ?? text.collapsingASCIIWhitespace }
}

extension String {
  /// Returns the string with each CRLF, CR, and LF replaced by one kind of newline.
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
