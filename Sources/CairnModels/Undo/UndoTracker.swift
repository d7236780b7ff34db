import CairnFeatures

/// Records the changes of a model's state. It's used under the store's lock.
protocol UndoTracking: AnyObject {
  var canUndo: Bool { get }
  var canRedo: Bool { get }
  func begin()
  func end()
  func undo()
  func redo()
}

/// Records the changes of one part of a model's state in a history.
final class UndoTracker<M: Model, Value: Equatable>: UndoTracking {
  // The context retains the tracker.
  private unowned let context: ModelContext<M>
  private let history: WritableKeyPath<M.State, UndoHistory<Value>>
  private let value: (M.State) -> Value
  private let restore: (inout M.State, Value) -> Void
  private let areEqual: (Value, Value) -> Bool
  /// The value after the last change, and the number of operations on the history at that time.
  private var last: (value: Value, operations: UInt64)
  private var observer: StateObserver?

  init(
    _ context: ModelContext<M>, _ history: WritableKeyPath<M.State, UndoHistory<Value>>,
    value: @escaping (M.State) -> Value, restore: @escaping (inout M.State, Value) -> Void,
    areEqual: @escaping (Value, Value) -> Bool
  ) {
    self.context = context
    self.history = history
    self.value = value
    self.restore = restore
    self.areEqual = areEqual
    let state = context.state
    last = (value(state), state[keyPath: history].operations)
  }

  var canUndo: Bool { read(\.canUndo) }
  var canRedo: Bool { read(\.canRedo) }

  private func read(_ property: KeyPath<UndoHistory<Value>, Bool>) -> Bool {
    let keyPath = history.appending(path: property)
    let value = context.part(keyPath)
    if ModelReads.areNoted { ModelReads.note(keyPath, of: context, value) }
    return value
  }

  // MARK: Recording

  func begin() {
    note(context.current)
    let observer = StateObserver(check: { [unowned self] in check() }, finish: {})
    self.observer = observer
    context.observers.append(observer)
  }

  func end() {
    context.observers.removeAll { $0 === observer }
    observer = nil
  }

  private func check() {
    var state = context.current
    let before = last
    note(state)
    guard !context.core.isReplacing, last.operations == before.operations,
      !areEqual(before.value, last.value)
    else { return }
    let steps = state[keyPath: history]
    state[keyPath: history].record(before.value, joining: joinKey(before.value, last.value))
    last.operations = state[keyPath: history].operations
    let isShown = state[keyPath: history] != steps
    context.replace(by: state)
    // Other observers may have been called already, when the answer was different.
    if isShown { context.noteChange() }
  }

  private func note(_ state: M.State) {
    last = (value(state), state[keyPath: history].operations)
  }

  private func joinKey(_ old: Value, _ new: Value) -> AnyHashable {
    if let property = context.core.boundProperty {
      return [AnyHashable(property), ChangedPart(from: old, to: new)]
    }
    return AnyHashable(CurrentThread.Turn.current)
  }

  // MARK: Undo and redo

  func undo() { change { $0.undo(&$1, areEqual: $2) } }

  func redo() { change { $0.redo(&$1, areEqual: $2) } }

  private func change(
    _ body: (inout UndoHistory<Value>, inout Value, (Value, Value) -> Bool) -> Bool
  ) {
    guard context.isActive, !context.core.isFrozen else { return }
    // The previous changes of the current transaction are a separate step.
    check()
    var state = context.current
    var changed = value(state)
    var steps = state[keyPath: history]
    if body(&steps, &changed, areEqual) { restore(&state, changed) }
    state[keyPath: history] = steps
    note(state)
    context.commit(state)
  }
}
