import CairnFeatures
import IssueReporting

extension Model {
  /// Records the changes of a part of the state, so that ``undo()`` can revert them.
  ///
  /// Call it in ``onActivate()``.
  ///
  /// ```swift
  /// struct State: Codable, Equatable {
  ///   var document = Document()
  ///   var undoHistory = UndoHistory<Document>()
  /// }
  ///
  /// func onActivate() {
  ///   trackUndo(of: \.document, in: \.undoHistory)
  /// }
  /// ```
  /// In a scene, all changes of one tap are one step, and so are all changes of a task between two suspensions.
  /// In a store outside of scenes, each expression or transaction is a step. Consecutive changes that bindings
  /// make to one property are one step, too. After a restart, the next change begins a new step. A new step
  /// drops the steps to redo.
  ///
  /// Only the value is reverted. Tasks, values that the state shares with others, and everything outside the
  /// value stay as they are. Keep the state of presented models outside the value, so that an undo doesn't
  /// navigate.
  ///
  /// A model has one history. Another call replaces the tracking.
  /// - Parameters:
  ///   - value: The part of the state that is undone. It can include the states of child models.
  ///   - history: The history in the state.
  public func trackUndo<Value: Equatable>(
    of value: WritableKeyPath<State, Value>, in history: WritableKeyPath<State, UndoHistory<Value>>
  ) {
    track(
      UndoTracker(
        _model.required, history, value: { $0[keyPath: value] },
        restore: { $0[keyPath: value] = $1 },
        areEqual: ==))
  }

  /// Records the changes of several properties of the state, so that ``undo()`` can revert them.
  ///
  /// ```swift
  /// trackUndo(of: \.title, \.rows, in: \.undoHistory)
  /// ```
  /// The history is an `UndoHistory<State>`. A step contains a whole state, but an undo restores only the given
  /// properties.
  /// - Parameters:
  ///   - first: A property that is undone.
  ///   - properties: More properties that are undone.
  ///   - history: The history in the state.
  public func trackUndo<First: Equatable, each Value: Equatable>(
    of first: WritableKeyPath<State, First>,
    _ properties: repeat WritableKeyPath<State, each Value>,
    in history: WritableKeyPath<State, UndoHistory<State>>
  ) {
    track(
      UndoTracker(
        _model.required, history,
        value: { state in
          // Without the history, because otherwise each step would contain all earlier ones.
          var state = state
          state[keyPath: history] = state[keyPath: history].emptied
          return state
        },
        restore: { state, earlier in
          state[keyPath: first] = earlier[keyPath: first]
          repeat Self.copy(each properties, from: earlier, to: &state)
        },
        areEqual: { old, new in
          guard old[keyPath: first] == new[keyPath: first] else { return false }
          for isEqual in repeat old[keyPath: each properties] == new[keyPath: each properties] {
            guard isEqual else { return false }
          }
          return true
        }))
  }

  private static func copy<Value>(
    _ property: WritableKeyPath<State, Value>, from earlier: State, to state: inout State
  ) {
    state[keyPath: property] = earlier[keyPath: property]
  }

  private func track(_ tracker: some UndoTracking) {
    let context = _model.required
    context.core.locked {
      guard context.isActive else { return }
      (context.properties[undoSlot] as? any UndoTracking)?.end()
      context.properties[undoSlot] = tracker
      tracker.begin()
    }
  }

  private var tracker: (any UndoTracking)? {
    _model.required.properties[undoSlot] as? any UndoTracking
  }

  /// Whether there is a step to undo. It's `false` if the model doesn't track changes.
  public var canUndo: Bool {
    _model.required.core.locked { tracker?.canUndo ?? false }
  }

  /// Whether there is a step to redo. It's `false` if the model doesn't track changes.
  public var canRedo: Bool {
    _model.required.core.locked { tracker?.canRedo ?? false }
  }

  /// Undoes the last step, if there is one.
  ///
  /// A model that doesn't track changes reports an issue.
  public func undo() { change { $0.undo() } }

  /// Redoes the step that was undone last, if there is one.
  ///
  /// A model that doesn't track changes reports an issue.
  public func redo() { change { $0.redo() } }

  private func change(_ body: (any UndoTracking) -> Void) {
    let context = _model.required
    let isTracked = context.core.locked {
      guard let tracker else { return !context.isActive }
      body(tracker)
      return true
    }
    guard !isTracked else { return }
    reportIssue(
      """
      'undo()' or 'redo()' was called on a \(Self.self) that doesn't track changes.

      Call 'trackUndo(of:in:)' in 'onActivate()'.
      """)
  }
}

/// The key of a context's tracker. The properties of a model have numbers from 0.
private let undoSlot = -1
