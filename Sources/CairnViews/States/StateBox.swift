import IssueReporting

/// The value of a `@State` property, which is connected to a scene while its view is evaluated.
class AnyStateBox {
  /// Returns a box for the same property at a position of a scene's page.
  func connected(to connection: StateConnection) -> AnyStateBox { self }
}

/// The position at which a scene keeps a value.
struct StateConnection {
  let states: ViewStates
  let key: UInt64
  /// The places of the guards around the view.
  let guards: [UInt64]
}

/// The value of a `@State` property of a specific type.
final class StateBox<Value: Codable & Equatable & Sendable>: AnyStateBox {
  let initial: Value
  /// The position of the value, or `nil` outside of a page.
  private let connection: StateConnection?

  init(_ initial: Value, connection: StateConnection? = nil) {
    self.initial = initial
    self.connection = connection
  }

  override func connected(to connection: StateConnection) -> AnyStateBox {
    StateBox(initial, connection: connection)
  }

  var value: Value {
    get { connection.map { $0.states.read($0.key, orElse: initial) } ?? initial }
    set {
      if let connection { return connection.states.write(newValue, at: connection, from: initial) }
      reportIssue(
        """
        A '@State' property was changed outside of a page.

        Change it in a closure of a control, or in other work of a view that's in a page. A view has no state of its \
        own while it isn't in a page, such as in its initializer. To choose the initial value there, assign \
        'State(initialValue:)' to the property with an underscore.
        """)
    }
  }
}
