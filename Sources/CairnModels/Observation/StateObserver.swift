/// Somebody who is told when a part of a model's state changes. Used under the store's lock.
protocol StateObserver<State>: AnyObject {
  associatedtype State

  /// Looks at the state, which has changed somewhere.
  func check(_ state: State)

  /// Says that there will be no other state.
  func finish()
}

/// Sends the distinct values of a part of a state to a stream.
final class ValueObserver<State, Value: Equatable & Sendable>: StateObserver {
  private let keyPath: KeyPath<State, Value>
  private var last: Value
  /// Whoever reads keeps it.
  private weak var source: StreamSource<Value>?

  init(_ keyPath: KeyPath<State, Value>, _ initial: Value, _ source: StreamSource<Value>) {
    self.keyPath = keyPath
    last = initial
    self.source = source
  }

  func check(_ state: State) {
    let value = state[keyPath: keyPath]
    guard value != last else { return }
    last = value
    source?.send(value)
  }

  func finish() { source?.finish() }
}
