/// Actions of a user without a mouse.
extension Tab {
  /// Moves the focus with Tab to the element of an XPath expression, and presses the key that has the
  /// effect of a click.
  package func press(xpath: String) async throws {
    switch try await reach(xpath: xpath) {
    case .link, .button: try await chromium.press(Key.enter)
    case .box: try await chromium.press(Key.space)
    case .beside(let offset) where offset < 0:
      for _ in offset..<0 { try await chromium.press(Key.up) }
    case .beside(let offset):
      for _ in 0..<offset { try await chromium.press(Key.down) }
    }
  }

  /// The element that Tab has reached.
  private enum Reached {
    case link, button
    /// A checkbox or radio button, which the space bar switches.
    case box
    /// The group of the wanted element, with its distance from the selected element.
    case beside(Int)
  }

  /// Presses Tab (or Shift-Tab if the element is before the focus) until the element of an XPath
  /// expression has the focus.
  @discardableResult
  private func reach(xpath: String) async throws -> Reached {
    var pressed = 0
    while true {
      let step = try await chromium.evaluate(Self.step(to: xpath))
      switch step["kind"].string {
      case "link": return .link
      case "button": return .button
      case "box": return .box
      case "beside": return .beside(Int(step["offset"].number ?? 0))
      case "on": try await chromium.press(Key.tab)
      case "back": try await chromium.press(Key.tab, with: Key.shift)
      default: throw WebDriverError(code: "no such element", message: xpath)
      }
      pressed += 1
      if pressed > Int(step["limit"].number ?? 0) {
        throw WebDriverError(code: "out of the keyboard's reach", message: xpath)
      }
    }
  }

  /// Moves the focus with Tab to a field.
  package func reach(field id: String) async throws {
    try await reach(xpath: "//*[@id=\(XPath.literal(id))]")
  }

  /// The next step on the way to an element.
  private static func step(to xpath: String) -> String {
    """
    (() => {
      const goal = document.evaluate(\(Chromium.literal(xpath)), document, null, 9).singleNodeValue
      if (!goal) return {}
      const group = goal.closest("select")
        ?? [...document.querySelectorAll("[type=radio]")].find((radio) =>
          goal.type === "radio" && radio.name === goal.name && radio.form === goal.form && radio.checked)
        ?? goal
      const focus = document.activeElement
      if (focus === group) {
        if (goal.localName === "option") return { kind: "beside", offset: goal.index - group.selectedIndex }
        if (goal.type === "radio" && goal !== group) {
          const radios = [...goal.form.elements].filter((radio) => radio.name === goal.name)
          return { kind: "beside", offset: radios.indexOf(goal) - radios.indexOf(group) }
        }
        if (["checkbox", "radio"].includes(goal.type)) return { kind: "box" }
        return { kind: goal.localName === "a" ? "link" : "button" }
      }
      return {
        kind: focus.compareDocumentPosition(group) & Node.DOCUMENT_POSITION_PRECEDING ? "back" : "on",
        limit: document.querySelectorAll("a[href], button, input, select, textarea, summary").length + 10,
      }
    })()
    """
  }
}
