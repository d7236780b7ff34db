/// The contents of a submitted form, with its entries in document order.
struct FormSubmission {
  enum Encoding { case urlencoded, multipart, plain }

  var method: String
  var action: String
  var encoding: Encoding
  var entries: [(name: String, value: Value)]

  enum Value {
    case text(String)
    /// A file input without a file.
    case noFile
    case file(BrowserFile)
  }
}

extension LoadedPage {
  /// Collects the contents of a form as a button submits it.
  ///
  /// - Parameter submitter: The pressed button, or `nil` if the form is submitted without one.
  func submission(of form: HTMLNode, by submitter: HTMLNode?) throws(BrowserError) -> FormSubmission
  {
    func setting(_ name: String) -> String? {
      submitter?["form" + name].flatMap { $0.isEmpty ? nil : $0 } ?? form[name]
    }
    let method = (setting("method") ?? "get").uppercased()
    guard method != "DIALOG" else {
      throw BrowserError(.unsupported, "a form with the method “dialog” isn't sent to the server")
    }
    let encoding: FormSubmission.Encoding =
      switch setting("enctype")?.lowercased() {
      case "multipart/form-data": .multipart
      case "text/plain": .plain
      default: .urlencoded
      }
    var entries: [(String, FormSubmission.Value)] = []
    for control in controls(of: form) where !control.isDisabled {
      appendEntry(of: control, submitter: submitter, to: &entries)
    }
    return FormSubmission(
      method: method == "POST" ? "POST" : "GET", action: setting("action") ?? "",
      encoding: encoding, entries: entries)
  }

  /// Returns the form that a control belongs to, from its `form` attribute or else its ancestors.
  func form(of control: HTMLNode) -> HTMLNode? {
    if let id = control["form"] { return document.element(id: id) }
    return control.ancestors.first { $0.name == "form" }
  }

  func controls(of form: HTMLNode) -> [HTMLNode] {
    let names: Set<String> = ["input", "button", "select", "textarea"]
    let inside = form.descendants.filter { names.contains($0.name) && !$0.has("form") }
    guard let id = form["id"] else { return inside }
    let all = inside + document.all(where: ["form": id]).filter { names.contains($0.name) }
    return all.sorted { $0.index < $1.index }
  }

  private func appendEntry(
    of control: HTMLNode, submitter: HTMLNode?, to entries: inout [(String, FormSubmission.Value)]
  ) {
    guard let name = control["name"], !name.isEmpty else { return }
    switch control.name {
    case "button":
      guard control.index == submitter?.index else { return }
      entries.append((name, .text(control["value"] ?? "")))
    case "select":
      guard let option = selectedOption(of: control), !option.has("disabled") else { return }
      entries.append((name, .text(option.optionValue)))
    case "textarea":
      entries.append((name, .text(text(of: control))))
    default:
      switch control.inputType {
      case "checkbox", "radio":
        if isChecked(control) { entries.append((name, .text(control["value"] ?? "on"))) }
      case "submit":
        guard control.index == submitter?.index else { return }
        entries.append((name, .text(control["value"] ?? "")))
      case "button", "reset", "image":
        return
      case "file":
        let files = files(of: control)
        if files.isEmpty { entries.append((name, .noFile)) }
        for file in files { entries.append((name, .file(file))) }
      case "hidden":
        entries.append((name, .text(control["value"] ?? "")))
      default:
        entries.append((name, .text(text(of: control))))
      }
    }
  }
}
