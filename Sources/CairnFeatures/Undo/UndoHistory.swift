/// The earlier values of a part of a feature's state, for undo and redo.
///
/// Declare a history next to the value, and track the value with the reducer operator `trackUndo(of:in:)` or
/// with a model's `trackUndo(of:in:)`:
///
/// ```swift
/// struct State: Codable, Equatable {
///   var document = Document()
///   var undoHistory = UndoHistory<Document>()
/// }
/// ```
/// A step contains the whole value before a change. The history is stored with the state, so undo works after a
/// restart. If it has more steps than its limit, it drops the oldest.
///
/// Two histories are equal if ``canUndo`` and ``canRedo`` are equal. Dumps show only these two properties, so
/// the steps never appear in a test's failure message.
public struct UndoHistory<Value> {
  /// The maximum number of steps to undo, and of steps to redo.
  public let maxSteps: Int
  /// The maximum size of the steps in a stored state, in bytes of JSON.
  public let maxBytes: Int

  /// The values to undo to, with the next one last.
  var past: [UndoStep<Value>] = []
  /// The values to redo to, with the next one last.
  var future: [UndoStep<Value>] = []
  /// The key that later changes need to join the last step, or `nil` if changes can't join it.
  private var joinKey: OpaqueID<AnyHashable>?
  /// The number of operations on this history.
  package private(set) var operations: UInt64 = 0

  /// Creates a history without steps.
  /// - Parameters:
  ///   - maxSteps: The maximum number of steps, at least 1.
  ///   - maxBytes: The maximum size of the steps in a stored state, in bytes of JSON. Older steps that don't
  ///     fit are kept only in memory, and are lost after a restart.
  public init(maxSteps: Int = 100, maxBytes: Int = 32 * 1024) {
    self.maxSteps = max(1, maxSteps)
    self.maxBytes = max(0, maxBytes)
  }

  /// Whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }

  /// Whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }

  /// Adds a step, and drops the steps to redo.
  ///
  /// Tracking calls this method. Call it yourself in the assertion of a test, or if you don't use tracking.
  /// - Parameter value: The value before its change.
  public mutating func record(_ value: Value) { record(value, joining: nil) }

  /// Adds a step, unless the last step has the same key.
  package mutating func record(_ value: Value, joining key: AnyHashable?) {
    operations &+= 1
    future = []
    let key = key.map { OpaqueID($0) }
    if let key, key == joinKey { return }
    joinKey = key
    past.append(UndoStep(value))
    if past.count > maxSteps { past.removeFirst(past.count - maxSteps) }
  }

  /// Drops all steps. For example, call this method when the user opens another document.
  public mutating func removeAll() {
    operations &+= 1
    (past, future, joinKey) = ([], [], nil)
  }

  /// The history without its steps.
  package var emptied: Self { Self(maxSteps: maxSteps, maxBytes: maxBytes) }
}

extension UndoHistory where Value: Equatable {
  /// Undoes the last step.
  /// - Parameter value: The current value. It's replaced with the value before the step.
  /// - Returns: Whether there was a step to undo.
  @discardableResult
  public mutating func undo(_ value: inout Value) -> Bool {
    undo(&value, areEqual: ==)
  }

  /// Redoes the step that was undone last.
  /// - Parameter value: The current value. It's replaced with the value after the step.
  /// - Returns: Whether there was a step to redo.
  @discardableResult
  public mutating func redo(_ value: inout Value) -> Bool {
    redo(&value, areEqual: ==)
  }
}

extension UndoHistory {
  /// Undoes the last step that differs from the current value.
  package mutating func undo(_ value: inout Value, areEqual: (Value, Value) -> Bool) -> Bool {
    operations &+= 1
    joinKey = nil
    return Self.move(&value, from: &past, to: &future, areEqual: areEqual)
  }

  /// Redoes the last step that differs from the current value.
  package mutating func redo(_ value: inout Value, areEqual: (Value, Value) -> Bool) -> Bool {
    operations &+= 1
    joinKey = nil
    return Self.move(&value, from: &future, to: &past, areEqual: areEqual)
  }

  private static func move(
    _ value: inout Value, from source: inout [UndoStep<Value>], to target: inout [UndoStep<Value>],
    areEqual: (Value, Value) -> Bool
  ) -> Bool {
    while let step = source.popLast() {
      // The changes of a step may have canceled each other out.
      guard !areEqual(step.value, value) else { continue }
      target.append(UndoStep(value))
      value = step.value
      return true
    }
    return false
  }
}

extension UndoHistory: Equatable {
  public static func == (history: Self, other: Self) -> Bool {
    history.canUndo == other.canUndo && history.canRedo == other.canRedo
  }
}

extension UndoHistory: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(canUndo)
    hasher.combine(canRedo)
  }
}

extension UndoHistory: Sendable where Value: Sendable {}

extension UndoHistory: CustomReflectable {
  /// A mirror without the steps.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["canUndo": canUndo, "canRedo": canRedo], displayStyle: .struct)
  }
}
