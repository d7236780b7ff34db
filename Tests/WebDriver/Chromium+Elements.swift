/// An element of a page, valid while the page is shown.
package struct Element: Equatable, Sendable {
  package let id: String

  /// The key for elements in WebDriver's JSON.
  package static let key = "element-6066-11e4-a52e-4f735466cecf"

  package var path: String { "/element/\(id)" }
}

extension Chromium {
  /// The elements that an XPath expression finds, in document order.
  package func elements(xpath: String, in parent: Element? = nil) async throws -> [Element] {
    let value = try await command(
      "POST", (parent?.path ?? "") + "/elements",
      ["using": "xpath", "value": .string(parent == nil ? xpath : "." + xpath)])
    return value.array.compactMap { $0[Element.key].string.map(Element.init) }
  }

  /// The only element that an XPath expression finds.
  package func element(xpath: String, in parent: Element? = nil) async throws -> Element {
    let elements = try await elements(xpath: xpath, in: parent)
    guard elements.count == 1 else {
      throw WebDriverError(
        code: elements.isEmpty ? "no such element" : "\(elements.count) elements", message: xpath)
    }
    return elements[0]
  }

  /// The button or link of the top layer with a visible name.
  package func control(_ name: String, row: String? = nil) async throws -> Element {
    let parent: Element? = if let row { try await self.row(row) } else { nil }
    for xpath in [XPath.control(name), XPath.controlWithPart(name)] {
      let found = try await elements(xpath: xpath, in: parent)
      if found.count == 1 { return found[0] }
      if found.count > 1 {
        throw WebDriverError(
          code: "ambiguous", message: "\(found.count) buttons or links named “\(name)”")
      }
    }
    var names: [String] = []
    for element in try await elements(xpath: XPath.controls, in: parent).prefix(40) {
      names.append(try await text(of: element).split(separator: "\n").joined(separator: " "))
    }
    throw WebDriverError(
      code: "no such element",
      message: "no button or link named “\(name)” in the top layer of \(try await url)"
        + "; there are: " + names.joined(separator: ", "))
  }

  /// The row of a list that contains a text.
  package func row(_ text: String) async throws -> Element {
    let name = XPath.literal(text)
    let rows = "//li[contains(concat(' ', @class, ' '), ' row ')][\(XPath.operable)]"
    for condition in [".//*[normalize-space()=\(name)]", "contains(normalize-space(), \(name))"] {
      let found = try await elements(xpath: "\(rows)[\(condition)]")
      if found.count == 1 { return found[0] }
      if found.count > 1 {
        throw WebDriverError(code: "ambiguous", message: "\(found.count) rows with “\(text)”")
      }
    }
    throw WebDriverError(
      code: "no such element", message: "no row with “\(text)” in the top layer")
  }

  /// The field of the top layer with a label.
  package func field(_ label: String) async throws -> Element {
    do {
      return try await element(xpath: XPath.field(label))
    } catch let error as WebDriverError {
      throw WebDriverError(
        code: error.code, message: "a field “\(label)” in the top layer of \(try await url)")
    }
  }

  /// Whether the top layer has a button or link with a visible name.
  package func hasControl(_ name: String) async throws -> Bool {
    try await !elements(xpath: XPath.control(name)).isEmpty
  }

  /// Clicks a button or link of the top layer, and waits for the resulting page.
  ///
  /// Pass `false` for `leavesPage` if the page stays, as with a link to a fragment or a script's patch.
  package func click(_ name: String, row: String? = nil, leavesPage: Bool = true) async throws {
    let control = try await control(name, row: row)
    try await perform(leavesPage: leavesPage) {
      // On a busy machine, the page may move the control between the driver's look at its position and the press.
      for _ in 0..<3 {
        try await watchForClick(on: control)
        try await click(control)
        guard try await hasMissed() else { return }
      }
    }
  }

  /// Notes whether the next click arrives at an element. Does nothing if the page's scripts are disabled, because
  /// such a page doesn't move.
  private func watchForClick(on element: Element) async throws {
    guard options.engine == .chromium, options.javaScript else { return }
    let script = """
      const [element] = arguments
      if (element.disabled || !window.addEventListener) return
      window.hasMissed = true
      const look = (event) => { window.hasMissed = !event.composedPath().includes(element) }
      addEventListener("click", look, { capture: true, once: true })
      """
    try await command(
      "POST", "/execute/sync",
      ["script": .string(script), "args": [[Element.key: .string(element.id)]]])
  }

  /// Whether the click that the page was watched for arrived elsewhere.
  private func hasMissed() async throws -> Bool {
    guard options.engine == .chromium, options.javaScript else { return false }
    // Another page has no such note, and during a change of pages there's nothing to read.
    return (try? await evaluate("window.hasMissed === true").bool) ?? false
  }

  /// Clicks an element once it's clickable, without waiting for the effect.
  ///
  /// An element that has just appeared doesn't accept clicks immediately.
  package func click(_ element: Element) async throws {
    let end = ContinuousClock.now + .seconds(300)
    while true {
      do {
        try await command("POST", element.path + "/click")
        return
      } catch let error as WebDriverError
        where error.code == "element click intercepted" && ContinuousClock.now < end
      {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// Replaces the text of a field.
  package func fill(_ label: String, with text: String) async throws {
    let field = try await field(label)
    try await command("POST", field.path + "/clear")
    // The driver types one key at a time, and only supports characters of the basic plane.
    if text.utf16.count == text.unicodeScalars.count && text.utf16.count < 200 {
      try await command("POST", field.path + "/value", ["text": .string(text)])
    } else {
      try await click(field)
      try await devTools("Input.insertText", ["text": .string(text)])
    }
  }

  /// Chooses a local file in a field.
  package func attach(_ path: String, to label: String) async throws {
    try await command("POST", try await field(label).path + "/value", ["text": .string(path)])
  }

  /// Presses Enter in a field, and waits for the resulting page.
  package func pressEnter(in label: String, leavesPage: Bool = true) async throws {
    try await perform(leavesPage: leavesPage) { try await press("\u{E007}", in: label) }
  }

  /// Presses a key in a field, specified by its WebDriver code.
  package func press(_ key: String, in label: String) async throws {
    try await command("POST", try await field(label).path + "/value", ["text": .string(key)])
  }

  /// Switches a toggle on or off.
  package func set(_ label: String, to isOn: Bool) async throws {
    let field = try await field(label)
    if try await isSelected(field) != isOn { try await click(field) }
  }

  /// Chooses an option of a picker by its visible name.
  package func choose(_ label: String, _ option: String) async throws {
    let field = try await field(label)
    let xpath = "//option[normalize-space()=\(XPath.literal(option))]"
    try await click(try await element(xpath: xpath, in: field))
  }

  /// The visible text of an element.
  package func text(of element: Element) async throws -> String {
    try await command("GET", element.path + "/text").string ?? ""
  }

  /// The current value of a field.
  package func value(of label: String) async throws -> String {
    try await command("GET", try await field(label).path + "/property/value").string ?? ""
  }

  package func isSelected(_ element: Element) async throws -> Bool {
    try await command("GET", element.path + "/selected").bool ?? false
  }

  /// An attribute of an element, or `nil` if the element doesn't have it.
  package func attribute(_ name: String, of element: Element) async throws -> String? {
    try await command("GET", element.path + "/attribute/\(name)").string
  }

  /// The headings of the open dialogs, lowest first.
  package var dialogs: [String] {
    get async throws {
      var titles: [String] = []
      for element in try await elements(xpath: "//dialog[@open]//h1") {
        titles.append(try await text(of: element))
      }
      return titles
    }
  }
}
