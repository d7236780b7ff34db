extension Tab {
  /// Opens an address of the tab's origin, as typed in the address bar.
  package func open(_ path: String) async throws {
    try await chromium.open(path.contains("://") ? path : origin + path)
  }

  /// Moves through the history, and returns the resulting page.
  package func travel(_ way: String) async throws -> PageCopy {
    let before = try await look()
    try await chromium.command("POST", way)
    return try await look(after: before.moment, isLoaded: way == "/refresh")
  }

  /// Clicks the element of an XPath expression, or moves there with Tab and presses a key.
  ///
  /// WebDriver finds the element's place before it presses the mouse button. If the element has moved in between, and
  /// there's no other control, the press is repeated.
  package func click(xpath: String) async throws {
    guard hasMouse else { return try await press(xpath: xpath) }
    var isMissed = true
    for _ in 0..<20 where isMissed {
      let element = try await element(xpath)
      _ = try? await chromium.evaluate(
        """
        (() => {
          window.isMissed = undefined
          const note = ({ target }) => (window.isMissed = !target.closest("a, button, input, label, select, summary, textarea"))
          addEventListener("pointerdown", note, { capture: true, once: true })
        })()
        """)
      try await chromium.click(element)
      // A click that has left the page has no result.
      isMissed = (try? await chromium.evaluate("window.isMissed").bool) == true
    }
  }

  /// Clicks next to the top layer's dialog, or presses Escape.
  package func clickBackdrop() async throws {
    try await chromium.waitFor("the backdrop") {
      try await chromium.evaluate(
        "document.elementFromPoint(20, 450).matches('.backdrop, dialog:modal')"
      ).bool == true
    }
    // The first time, the page may warn about typed text.
    let isWarned =
      "[...document.querySelectorAll('.notice')].some((notice) => notice.textContent.includes('Do it again to leave'))"
    for _ in 0..<2 {
      if hasMouse {
        try await chromium.click(at: (20, 450))
      } else {
        try await chromium.press(Key.escape)
      }
      guard try await chromium.evaluate(isWarned).bool == true else { return }
    }
  }

  /// Replaces the text of a field, as pasting does.
  package func fill(id: String, with text: String) async throws {
    if !hasMouse { try await reach(field: id) }
    try await chromium.evaluate(
      """
      (() => {
        const field = document.getElementById(\(Chromium.literal(id)))
        field.focus()
        field.select()
        \(text.isEmpty ? "document.execCommand('delete')" : "")
      })()
      """)
    if !text.isEmpty { try await chromium.devTools("Input.insertText", ["text": .string(text)]) }
  }

  /// Presses Enter in the first single-line text field.
  package func pressEnter() async throws {
    let fields = "//input[not(@type) or @type='text' or @type='email'][\(XPath.operable)]"
    let field = try await element("(\(fields))[1]")
    try await chromium.command("POST", field.path + "/value", ["text": .string(Key.enter)])
  }

  package func element(_ xpath: String) async throws -> Element {
    try await chromium.element(xpath: xpath)
  }
}
