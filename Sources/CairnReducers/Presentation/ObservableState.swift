/// A feature's state. Use the macro ``ObservableState()`` to conform to it.
///
/// A page is rendered from the state as a whole, so nothing is tracked: the macro marks the type, and
/// features written for systems that do track move over as they are.
public protocol ObservableState {}
