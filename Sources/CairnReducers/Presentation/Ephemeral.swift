public import CairnFeatures

// Whether presented state goes away after one of its own actions. The type of what is presented
// decides: an alert, a dialog, or an enum that is at one.

extension Reducer {
  /// Of a state that is no enum this is false at once. Enums of which a macro knows the cases answer
  /// for themselves.
  @inlinable
  public static func _isEphemeral(_ state: State) -> Bool {
    _isEnum(State.self) && _isAtDialog(state)
  }

  @inlinable
  static func _reduce(
    _ reducer: Self, into state: inout State, _ action: Action, _ isEphemeral: inout Bool
  ) -> Effect<Action> {
    if !isEphemeral {
      isEphemeral = _isEphemeral(state) && _isOwn(action, ofDialogAt: state)
    }
    return reducer.reduce(into: &state, action: action)
  }
}

/// Whether a type is an enum.
///
/// A reflection of the value would cost hundreds of times as much, for each action of what is presented.
///
/// Unsafe: it reads the first word of the type's metadata, which is the kind of the type. A type is a pointer to its
/// metadata, which is never freed. Swift's ABI on Linux isn't frozen, but a tool chain with another layout would fail
/// the tests of dialogs. The standard library offers the kind nowhere.
@inlinable
func _isEnum(_ type: Any.Type) -> Bool {
  unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee == 0x201
}

/// Whether an enum is at an alert or a dialog.
@usableFromInline
func _isAtDialog(_ state: some Any) -> Bool {
  if let state = state as? any CaseReducerState { return state._isEphemeral }
  return payload(of: state) is any _EphemeralState
}

/// Whether an action belongs to the alert or the dialog that an enum is at. It is only asked there.
@usableFromInline
func _isOwn(_ action: some Any, ofDialogAt state: some Any) -> Bool {
  // Of a payload that only a mark makes ephemeral, the actions are not known.
  guard let dialog = payload(of: state) as? any _EphemeralState else { return true }
  return dialog.owns(action)
}

extension _EphemeralState {
  fileprivate func owns(_ action: Any) -> Bool {
    action is Action || payload(of: action) is Action
  }
}

/// What the case of an enum holds, if it holds one value.
private func payload(of value: Any) -> Any? {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum, let payload = mirror.children.first?.value else { return nil }
  // A labeled payload is a tuple of one value.
  let parts = Mirror(reflecting: payload)
  return parts.displayStyle == .tuple && parts.children.count == 1
    ? parts.children.first?.value : payload
}

/// Whether the payload of a case is an alert or a dialog. Called by what the macro writes.
@inlinable
public func _isDialog<Value: _EphemeralState>(_ type: Value.Type) -> Bool { true }

/// Whether the payload of a case is an alert or a dialog. Called by what the macro writes.
@_disfavoredOverload
@inlinable
public func _isDialog<Value>(_ type: Value.Type) -> Bool { false }
