/// A key that presses a button.
public struct KeyEquivalent: Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  /// The name of the key in `aria-keyshortcuts` and in browsers' events.
  let name: String

  /// Creates the key that types a character.
  public init(_ character: Character) { name = String(character).uppercased() }

  /// Creates the key that types a character.
  public init(extendedGraphemeClusterLiteral character: Character) { self.init(character) }

  private init(name: String) { self.name = name }

  /// The Up Arrow key.
  public static let upArrow = KeyEquivalent(name: "ArrowUp")
  /// The Down Arrow key.
  public static let downArrow = KeyEquivalent(name: "ArrowDown")
  /// The Left Arrow key.
  public static let leftArrow = KeyEquivalent(name: "ArrowLeft")
  /// The Right Arrow key.
  public static let rightArrow = KeyEquivalent(name: "ArrowRight")
  /// The Home key.
  public static let home = KeyEquivalent(name: "Home")
  /// The End key.
  public static let end = KeyEquivalent(name: "End")
  /// The Page Up key.
  public static let pageUp = KeyEquivalent(name: "PageUp")
  /// The Page Down key.
  public static let pageDown = KeyEquivalent(name: "PageDown")
  /// The Delete key of an Apple keyboard, and Backspace of other keyboards.
  public static let delete = KeyEquivalent(name: "Backspace")
  /// The Forward Delete key of an Apple keyboard, and Delete of other keyboards.
  public static let deleteForward = KeyEquivalent(name: "Delete")
  /// The Return key.
  public static let `return` = KeyEquivalent(name: "Enter")
  /// The Escape key.
  public static let escape = KeyEquivalent(name: "Escape")
}

/// Modifier keys that are held down with another key.
public struct EventModifiers: OptionSet, Sendable {
  /// The modifier keys as bits.
  public let rawValue: Int

  /// Creates a set of modifier keys from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The Shift key.
  public static let shift = EventModifiers(rawValue: 1)
  /// The Control key.
  public static let control = EventModifiers(rawValue: 2)
  /// The Option key of an Apple keyboard, and Alt of other keyboards.
  public static let option = EventModifiers(rawValue: 4)
  /// The Command key of an Apple keyboard, and Control of other keyboards.
  public static let command = EventModifiers(rawValue: 8)
}

extension View {
  /// Presses the button with a keyboard shortcut, while its layer is the top one.
  ///
  /// Shortcuts require the page's script. `.command` is Command on an Apple keyboard, and Control on other keyboards.
  ///
  /// While a field has the focus, shortcuts without `.command`, `.control`, or `.option` are ignored. Disabled
  /// buttons also ignore shortcuts. If several buttons have the same shortcut, the first one is pressed. Some
  /// shortcuts are reserved by the browser, such as Control-T, and never reach a page.
  ///
  /// ```swift
  /// Button("Add") { store.send(.addButtonTapped) }.keyboardShortcut("n", modifiers: [.command, .shift])
  /// ```
  public consuming func keyboardShortcut(
    _ key: KeyEquivalent, modifiers: EventModifiers = .command
  ) -> Modified<Self, _AttributeModifier> {
    attribute("aria-keyshortcuts", Self.shortcuts(key, modifiers))
  }

  /// Returns the names of the keys in the script's order, once per kind of keyboard.
  private static func shortcuts(_ key: KeyEquivalent, _ modifiers: EventModifiers) -> String {
    func name(isCommandMeta: Bool) -> String {
      let isControl =
        modifiers.contains(.control) || modifiers.contains(.command) && !isCommandMeta
      let names = [
        isControl ? "Control" : nil, modifiers.contains(.option) ? "Alt" : nil,
        modifiers.contains(.shift) ? "Shift" : nil,
        modifiers.contains(.command) && isCommandMeta ? "Meta" : nil, key.name,
      ]
      return names.compactMap(\.self).joined(separator: "+")
    }
    return modifiers.contains(.command)
      ? "\(name(isCommandMeta: false)) \(name(isCommandMeta: true))" : name(isCommandMeta: true)
  }
}
