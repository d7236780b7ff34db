/// A key that presses a button.
public struct KeyEquivalent: Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
  /// What `aria-keyshortcuts` and browsers call it.
  let name: String

  /// The key that writes a character.
  public init(_ character: Character) { name = String(character).uppercased() }

  public init(extendedGraphemeClusterLiteral character: Character) { self.init(character) }

  private init(name: String) { self.name = name }

  public static let upArrow = KeyEquivalent(name: "ArrowUp")
  public static let downArrow = KeyEquivalent(name: "ArrowDown")
  public static let leftArrow = KeyEquivalent(name: "ArrowLeft")
  public static let rightArrow = KeyEquivalent(name: "ArrowRight")
  public static let home = KeyEquivalent(name: "Home")
  public static let end = KeyEquivalent(name: "End")
  public static let pageUp = KeyEquivalent(name: "PageUp")
  public static let pageDown = KeyEquivalent(name: "PageDown")
  public static let delete = KeyEquivalent(name: "Backspace")
  public static let deleteForward = KeyEquivalent(name: "Delete")
  public static let `return` = KeyEquivalent(name: "Enter")
  public static let escape = KeyEquivalent(name: "Escape")
}

/// The keys that are held down with another one.
public struct EventModifiers: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let shift = EventModifiers(rawValue: 1)
  public static let control = EventModifiers(rawValue: 2)
  public static let option = EventModifiers(rawValue: 4)
  /// The Command key of an Apple keyboard, and Control of others.
  public static let command = EventModifiers(rawValue: 8)
}

extension View {
  /// Presses the button with keys, while its layer is the top one.
  ///
  /// It takes a script: without one browsers have no such keys. `.command` is Control, and Command on an Apple keyboard.
  /// A key without `.command`, `.control` or `.option` is not heard while a field has the focus. A disabled button hears
  /// none; of two buttons with the same keys the first one is pressed. Some keys are the browser's own, such as
  /// Control-T, and never reach a page.
  ///
  /// ```swift
  /// Button("Add") { store.send(.addButtonTapped) }.keyboardShortcut("n", modifiers: [.command, .shift])
  /// ```
  public consuming func keyboardShortcut(
    _ key: KeyEquivalent, modifiers: EventModifiers = .command
  ) -> Modified<Self, _AttributeModifier> {
    attribute("aria-keyshortcuts", Self.shortcuts(key, modifiers))
  }

  /// The names of the keys, in the order of the script; one for each kind of keyboard.
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
