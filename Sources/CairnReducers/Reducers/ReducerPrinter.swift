import CairnFeatures
import CustomDump
import Logging

/// Formats and writes an action and the changes it made to the state.
public struct _ReducerPrinter<State, Action>: Sendable {
  @usableFromInline let isEnabled: @Sendable () -> Bool
  @usableFromInline
  let printChange: @Sendable (_ action: Action, _ oldState: State, _ newState: State) -> Void

  /// Creates a printer from a closure.
  ///
  /// - Parameter printChange: A closure that's called after the reducer has run.
  public init(
    printChange:
      @escaping @Sendable (
        _ receivedAction: Action, _ oldState: State, _ newState: State
      ) -> Void
  ) {
    isEnabled = { true }
    self.printChange = printChange
  }

  private init(
    writing text: @escaping @Sendable (_ action: Action, _ old: State, _ new: State) -> String
  ) {
    // The logger is created once, with the log handler that the program has installed by then.
    let logger = Logger(label: "cairn.reducers")
    isEnabled = { logger.logLevel <= .info }
    printChange = { logger.info("\(text($0, $1, $2))") }
  }
}

extension _ReducerPrinter {
  /// A printer that logs a dump of the action and the resulting difference in the state, at the level `info`.
  public static var customDump: Self { Self(writing: Self.difference) }

  /// Returns a printer that writes a dump of the action and the resulting difference in the state.
  ///
  /// - Parameter print: Writes the text.
  public static func customDump(to print: @escaping @Sendable (String) -> Void) -> Self {
    Self(printChange: { print(difference($0, $1, $2)) })
  }

  /// A printer that logs the name of the action without its associated values, at the level `info`.
  public static var actionLabels: Self { Self(writing: { action, _, _ in label(of: action) }) }

  /// Returns a printer that writes the name of the action without its associated values.
  ///
  /// - Parameter print: Writes the text.
  public static func actionLabels(to print: @escaping @Sendable (String) -> Void) -> Self {
    Self(printChange: { action, _, _ in print(label(of: action)) })
  }

  @Sendable
  private static func difference(_ action: Action, _ old: State, _ new: State) -> String {
    var text = "received action:\n"
    CustomDump.customDump(action, to: &text, indent: 2)
    text += "\n"
    text += SharedContext.difference(old, new) ?? "  (No state changes)"
    return SecretTexts.current.redacted(text)
  }

  private static func label(of action: Action) -> String {
    "received action: \(typeName(Action.self))\(path(of: action))"
  }

  /// Returns the names of an enum's case and of the cases in its associated value.
  private static func path(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return "" }
    guard let child = mirror.children.first, let name = child.label else { return ".\(value)" }
    let payload = Mirror(reflecting: child.value)
    guard payload.displayStyle == .tuple else { return ".\(name)\(path(of: child.value))" }
    // The action of an element is the last associated value, after the element's ID.
    return ".\(name)" + (payload.children.map(\.value).last.map(path) ?? "")
  }

  private static func typeName(_ type: Any.Type) -> String {
    String(reflecting: type)
      .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
      .replacing(/^\w+\./, with: "")
  }
}
