/// A feature's state. Use the macro ``/Cairn/ObservableState()`` to conform to this protocol.
///
/// Pages are rendered from the whole state, so properties aren't tracked. The macro only marks the type. Features that
/// were written for frameworks with tracking therefore work unchanged.
public protocol ObservableState {}
