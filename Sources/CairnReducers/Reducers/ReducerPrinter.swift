import CairnFeatures
import CustomDump
import Logging

/// How an action and what it changed are written down.
public struct _ReducerPrinter<State, Action>: Sendable {
  @usableFromInline let isEnabled: @Sendable () -> Bool
  @usableFromInline
  let printChange: @Sendable (_ action: Action, _ oldState: State, _ newState: State) -> Void

  /// A printer from a closure, which is called when the reducer has run.
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
    // Made once, and by the handler that the program has set up by then.
    let logger = Logger(label: "cairn.reducers")
    isEnabled = { logger.logLevel <= .info }
    printChange = { logger.info("\(text($0, $1, $2))") }
  }
}

extension _ReducerPrinter {
  /// Logs a dump of the action and the difference that it made, at the level `info`.
  public static var customDump: Self { Self(writing: Self.difference) }

  /// Writes a dump of the action and the difference that it made.
  public static func customDump(to print: @escaping @Sendable (String) -> Void) -> Self {
    Self(printChange: { print(difference($0, $1, $2)) })
  }

  /// Logs the name of the action, without its values, at the level `info`.
  public static var actionLabels: Self { Self(writing: { action, _, _ in label(of: action) }) }

  /// Writes the name of the action, without its values.
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

  /// The names of an enum's case and of the cases in its payload.
  private static func path(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return "" }
    guard let child = mirror.children.first, let name = child.label else { return ".\(value)" }
    let payload = Mirror(reflecting: child.value)
    guard payload.displayStyle == .tuple else { return ".\(name)\(path(of: child.value))" }
    // The action of an element comes last, after the element's id.
    return ".\(name)" + (payload.children.map(\.value).last.map(path) ?? "")
  }

  private static func typeName(_ type: Any.Type) -> String {
    String(reflecting: type)
      .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
      .replacing(/^\w+\./, with: "")
  }
}
