extension Browser {
  /// Clicks a link or button of the top layer by its visible name, and follows redirects.
  ///
  /// - Parameters:
  ///   - name: The complete name. Uppercase and lowercase matter, but the amount of white space doesn't.
  ///   - scope: The part of the layer to search, for names that occur more than once.
  public nonisolated(nonsending) func click(
    _ name: String, in scope: BrowserScope? = nil
  ) async throws {
    if let navigation = try press(try clickable(name, in: scope)) {
      try await navigate(navigation)
    }
  }

  /// Clicks a link or button with the Control key, which opens its page in a new tab.
  ///
  /// - Parameters:
  ///   - name: The complete visible name of the link or button.
  ///   - scope: The part of the layer to search, for names that occur more than once.
  /// - Returns: The new tab. This tab keeps its page.
  public nonisolated(nonsending) func clickIntoNewTab(
    _ name: String, in scope: BrowserScope? = nil
  ) async throws -> Browser {
    let tab = newTab()
    if let navigation = try press(try clickable(name, in: scope)) {
      try await tab.navigate(navigation)
    }
    return tab
  }

  /// Clicks the backdrop of the top layer, outside its dialog.
  public nonisolated(nonsending) func clickBackdrop() async throws {
    let layer = try operableTopLayer()
    guard let backdrop = layer.node.first("button", class: "backdrop") else {
      throw BrowserError(
        .notFound, "the top layer “\(layer.title)” has no backdrop that can be clicked")
    }
    if let navigation = try press(backdrop) { try await navigate(navigation) }
  }

  /// Presses Enter in a field, which submits the top layer's form with its first submit button.
  public nonisolated(nonsending) func submit() async throws {
    let page = try entry(at: 0).page
    let layer = try operableTopLayer()
    guard let form = layer.node.name == "form" ? layer.node : layer.node.first("form") else {
      throw BrowserError(.notFound, "the top layer “\(layer.title)” has no form")
    }
    let button = page.controls(of: form).first(where: \.isSubmitButton)
    if let button, button.isDisabled {
      throw BrowserError(
        .disabled, "Enter has no effect, because the form's first submit button is disabled")
    }
    try await navigate(try navigation(submitting: form, by: button))
  }

  /// Replaces the text of a field of the top layer.
  ///
  /// As in browsers, single-line fields remove newlines.
  public func fill(_ label: String, with text: String, in scope: BrowserScope? = nil) throws {
    let (page, node, field) = try editableField(label, in: scope)
    switch field.kind {
    case .text: page.edits[node.index] = .text(text.withNewlines(""))
    case .textArea: page.edits[node.index] = .text(text.withNewlines("\n"))
    case .toggle, .radio, .picker, .file:
      throw BrowserError(
        .unsupported,
        "the field “\(label)” isn't a text field; use set(_:to:), choose(_:_:), or attach(_:to:)")
    }
  }

  /// Turns a toggle of the top layer on or off, or selects a radio button.
  public func set(_ label: String, to isOn: Bool, in scope: BrowserScope? = nil) throws {
    let (page, node, field) = try editableField(label, in: scope)
    switch field.kind {
    case .toggle: page.edits[node.index] = .checked(isOn)
    case .radio where isOn: page.checkRadio(node)
    default: throw BrowserError(.unsupported, "the field “\(label)” can't be set to \(isOn)")
    }
  }

  /// Chooses an option of a picker of the top layer by the option's visible name.
  public func choose(_ label: String, _ option: String, in scope: BrowserScope? = nil) throws {
    let (page, node, field) = try editableField(label, in: scope)
    guard field.kind == .picker else {
      throw BrowserError(.unsupported, "the field “\(label)” has no options")
    }
    let option = option.collapsingWhitespace
    let options = node.all("option").filter { $0.optionLabel == option }
    guard let match = options.first(where: { !$0.isUnavailableOption }) else {
      throw BrowserError(
        options.isEmpty ? .notFound : .disabled,
        "no available option “\(option)” in the field “\(label)”; options: "
          + BrowserError.list(field.options))
    }
    page.edits[node.index] = .option(match.index)
  }

  /// Replaces the chosen files of a file field in the top layer.
  ///
  /// The browser doesn't check the sizes and types that the field allows. The server must do that.
  ///
  /// - Parameters:
  ///   - files: The files to choose. Without files, the field becomes empty.
  ///   - label: The label of the field.
  ///   - scope: The part of the layer to search, for labels that occur more than once.
  public func attach(_ files: BrowserFile..., to label: String, in scope: BrowserScope? = nil)
    throws
  {
    let (page, node, field) = try editableField(label, in: scope)
    guard field.kind == .file else {
      throw BrowserError(.unsupported, "the field “\(label)” doesn't accept files")
    }
    guard files.count < 2 || node.has("multiple") else {
      throw BrowserError(.unsupported, "the field “\(label)” accepts only one file")
    }
    page.edits[node.index] = .files(files)
  }

  private func editableField(
    _ label: String, in scope: BrowserScope?
  ) throws(BrowserError) -> (LoadedPage, HTMLNode, Field) {
    let page = try entry(at: 0).page
    let node = try fieldNode(label, in: scope)
    let field = page.field(node)
    if field.isDisabled {
      throw BrowserError(.disabled, "the field “\(label)” is disabled or read-only")
    }
    return (page, node, field)
  }

  /// Returns the navigation that a click starts, or `nil` if the click only changes the page.
  private func press(_ node: HTMLNode) throws(BrowserError) -> Navigation? {
    let current = try entry(at: 0)
    if node.name == "a" {
      let address = try WebAddress.resolve(
        node["href"] ?? "", against: current.address, origin: origin)
      return Navigation(address: address, initiator: initiator(current))
    }
    if node.isDisabled {
      throw BrowserError(.disabled, "the button “\(node.accessibleName)” is disabled")
    }
    guard let form = current.page.form(of: node) else {
      throw BrowserError(.unsupported, "the button “\(node.accessibleName)” isn't in a form")
    }
    if form.isInert { throw BrowserError(.inert, "the button's form is inert") }
    if node["type"]?.lowercased() == "reset" {
      for control in current.page.controls(of: form) { current.page.edits[control.index] = nil }
      return nil
    }
    guard node.isSubmitButton else {
      throw BrowserError(
        .unsupported, "the button “\(node.accessibleName)” does nothing without a script")
    }
    return try navigation(submitting: form, by: node)
  }

  private func navigation(
    submitting form: HTMLNode, by button: HTMLNode?
  ) throws(BrowserError) -> Navigation {
    let current = try entry(at: 0)
    let submission = try current.page.submission(of: form, by: button)
    var address = try WebAddress.resolve(
      submission.action, against: current.address, origin: origin)
    guard submission.method == "POST" else {
      address.query = submission.urlencoded
      return Navigation(address: address, initiator: initiator(current))
    }
    let body = submission.encodedBody
    return Navigation(
      address: address, method: "POST", body: body.bytes, contentType: body.contentType,
      initiator: initiator(current))
  }

  private func initiator(_ entry: BrowserHistory.Entry) -> Navigation.Initiator {
    .page(
      entry.address,
      referrerPolicy: entry.page.response.header("Referrer-Policy")?.lowercased())
  }
}

extension HTMLNode {
  fileprivate var isSubmitButton: Bool {
    switch name {
    case "button": !["reset", "button"].contains(self["type"]?.lowercased())
    case "input": inputType == "submit" || inputType == "image"
    default: false
    }
  }

  fileprivate var isUnavailableOption: Bool {
    has("disabled") || parent.map { $0.name == "optgroup" && $0.has("disabled") } == true
  }
}

extension LoadedPage {
  /// Selects a radio button and deselects the others in its group.
  fileprivate func checkRadio(_ node: HTMLNode) {
    let others = form(of: node).map(controls(of:)) ?? []
    for other in others where other.inputType == "radio" && other["name"] == node["name"] {
      edits[other.index] = .checked(false)
    }
    edits[node.index] = .checked(true)
  }
}
