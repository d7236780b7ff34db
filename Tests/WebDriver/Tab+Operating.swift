extension Tab {
  /// Opens an address of the tab's origin, as one who types it.
  package func open(_ path: String) async throws {
    try await chromium.open(path.contains("://") ? path : origin + path)
  }

  /// Goes through the history, and answers the page that it leads to.
  package func travel(_ way: String) async throws -> PageCopy {
    let before = try await look()
    try await chromium.command("POST", way)
    return try await look(after: before.moment, isLoaded: way == "/refresh")
  }

  /// Clicks what an XPath finds, or goes there with Tab and presses a key.
  package func click(xpath: String) async throws {
    guard hasMouse else { return try await press(xpath: xpath) }
    try await chromium.click(try await element(xpath))
  }

  /// Clicks beside the top layer's dialog, or presses Escape.
  package func clickBackdrop() async throws {
    try await chromium.waitFor("the backdrop") {
      try await chromium.evaluate(
        "document.elementFromPoint(20, 450).matches('.backdrop, dialog:modal')"
      ).bool == true
    }
    // The first time, the page may warn that something was typed.
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

  /// Puts a text in the place of what is in a field, as one who pastes it.
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

  /// Presses Enter in the first field of a line.
  package func pressEnter() async throws {
    let fields = "//input[not(@type) or @type='text' or @type='email'][\(XPath.operable)]"
    let field = try await element("(\(fields))[1]")
    try await chromium.command("POST", field.path + "/value", ["text": .string(Key.enter)])
  }

  package func element(_ xpath: String) async throws -> Element {
    try await chromium.element(xpath: xpath)
  }
}
