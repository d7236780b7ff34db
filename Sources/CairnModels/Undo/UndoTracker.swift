import CairnFeatures

/// Records the changes of a model's state. Used under the store's lock.
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
  // The context keeps the tracker.
  private unowned let context: ModelContext<M>
  private let history: WritableKeyPath<M.State, UndoHistory<Value>>
  private let value: (M.State) -> Value
  private let restore: (inout M.State, Value) -> Void
  private let areEqual: (M.State, M.State) -> Bool
  private var last: M.State
  private var observer: StateObserver?

  init(
    _ context: ModelContext<M>, _ history: WritableKeyPath<M.State, UndoHistory<Value>>,
    value: @escaping (M.State) -> Value, restore: @escaping (inout M.State, Value) -> Void,
    areEqual: @escaping (M.State, M.State) -> Bool
  ) {
    self.context = context
    self.history = history
    self.value = value
    self.restore = restore
    self.areEqual = areEqual
    last = context.state
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
    last = context.current
    let observer = StateObserver(check: { [unowned self] in check() }, finish: {})
    self.observer = observer
    context.observers.append(observer)
  }

  func end() {
    context.observers.removeAll { $0 === observer }
    observer = nil
  }

  private func check() {
    var new = context.current
    let old = last
    last = new
    let operations = old[keyPath: history].operations
    guard !context.core.isReplacing, new[keyPath: history].operations == operations,
      !areEqual(old, new)
    else { return }
    new[keyPath: history].record(value(old), joining: joinKey(value(old), value(new)))
    last = new
    let isShown = new[keyPath: history] != old[keyPath: history]
    context.replace(by: new)
    // Others may have looked already, and before this there was another answer.
    if isShown { context.noteChange() }
  }

  private func joinKey(_ old: Value, _ new: Value) -> AnyHashable {
    if let property = context.core.boundProperty {
      return [AnyHashable(property), ChangedPart(from: old, to: new)]
    }
    return AnyHashable(CurrentThread.Turn.current)
  }

  // MARK: Undo and redo

  func undo() { change { $0.undo(&$1) } }

  func redo() { change { $0.redo(&$1) } }

  private func change(_ body: (inout UndoHistory<Value>, inout Value) -> Bool) {
    guard context.isActive, !context.core.isFrozen else { return }
    var state = context.current
    var changed = value(state)
    var steps = state[keyPath: history]
    let isDone = body(&steps, &changed)
    if isDone { restore(&state, changed) }
    state[keyPath: history] = steps
    last = state
    context.commit(state)
  }
}
