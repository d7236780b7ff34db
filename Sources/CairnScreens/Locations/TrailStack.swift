public import CairnReducers

/// What a ``Trail`` stands for: a stack of features, or an array of the states of models.
public protocol TrailStack<Element> {
  associatedtype Element

  /// The elements as a stack, which is written back.
  var _stack: StackState<Element> { get set }
}

extension StackState: TrailStack {
  public var _stack: StackState<Element> {
    get { self }
    _modify { yield &self }
  }
}

/// An element of an array is known by its position: those below are there before it.
extension Array: TrailStack {
  public var _stack: StackState<Element> {
    get { StackState(self) }
    set { self = Array(newValue) }
  }
}

extension WritableKeyPath where Value: TrailStack {
  /// The way to the elements as a stack.
  var stack: WritableKeyPath<Root, StackState<Value.Element>> {
    self as? WritableKeyPath<Root, StackState<Value.Element>> ?? appending(path: \._stack)
  }
}
