import Testing

@testable import CairnViews

@Suite struct KeyTests {
  @Test(
    arguments: [
      (EventModifiers.command, "Control+K Meta+K"), ([], "K"), ([.shift, .option], "Alt+Shift+K"),
      ([.command, .shift], "Control+Shift+K Shift+Meta+K"), (.control, "Control+K"),
      ([.control, .command], "Control+K Control+Meta+K"),
    ] as [(EventModifiers, String)])
  func aButtonSaysItsKeys(modifiers: EventModifiers, expected: String) {
    let page = renderPage(
      Button("Go") {}.keyboardShortcut("k", modifiers: modifiers), PageContext()
    )
    .bytes.string
    #expect(page.contains(" aria-keyshortcuts=\"\(expected)\""))
  }

  @Test func someKeysHaveNames() {
    let page = renderPage(
      Button("Up") {}.keyboardShortcut(.upArrow, modifiers: .option), PageContext()
    ).bytes.string
    #expect(page.contains(" aria-keyshortcuts=\"Alt+ArrowUp\""))
  }
}
