import Testing

@testable import CairnViews

@Suite struct KeyTests {
  @Test(
    arguments: [
      (EventModifiers.command, "Control+K Meta+K"), ([], "K"), ([.shift, .option], "Alt+Shift+K"),
      ([.command, .shift], "Control+Shift+K Shift+Meta+K"), (.control, "Control+K"),
      ([.control, .command], "Control+K Control+Meta+K"),
    ] as [(EventModifiers, String)])
  func `A button shows its keyboard shortcut`(modifiers: EventModifiers, expected: String) {
    let page = renderPage(
      Button("Go") {}.keyboardShortcut("k", modifiers: modifiers), PageContext()
    )
    .bytes.string
    #expect(page.contains(" aria-keyshortcuts=\"\(expected)\""))
  }

  @Test(
    arguments: [
      (.upArrow, "ArrowUp"), (.downArrow, "ArrowDown"), (.leftArrow, "ArrowLeft"),
      (.rightArrow, "ArrowRight"), (.home, "Home"), (.end, "End"), (.pageUp, "PageUp"),
      (.pageDown, "PageDown"), (.delete, "Backspace"), (.deleteForward, "Delete"),
      (.return, "Enter"), (.escape, "Escape"),
    ] as [(KeyEquivalent, String)])
  func `Special keys have names`(key: KeyEquivalent, name: String) {
    let page = renderPage(
      Button("Go") {}.keyboardShortcut(key, modifiers: .option), PageContext()
    ).bytes.string
    #expect(page.contains(" aria-keyshortcuts=\"Alt+\(name)\""))
  }
}
