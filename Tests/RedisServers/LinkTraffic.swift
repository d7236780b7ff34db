import Synchronization

/// The connections and the faults of a ``FaultyLink``.
final class LinkTraffic: Sendable {
  private struct State {
    var connections: [LinkConnection] = []
    var faults: [LinkFault] = []
    var isClosed = false
  }

  private let state = Mutex(State())

  /// The current connections.
  var connections: [LinkConnection] { state.withLock(\.connections) }

  /// The number of faults that haven't happened yet.
  var pendingFaults: Int { state.withLock(\.faults.count) }

  func add(_ fault: LinkFault) { state.withLock { $0.faults.append(fault) } }

  func removeFaults() { state.withLock { $0.faults = [] } }

  /// Adds a connection, and forwards its bytes.
  func add(_ connection: LinkConnection) {
    let isOpen = state.withLock { state in
      if !state.isClosed { state.connections.append(connection) }
      return !state.isClosed
    }
    if isOpen { connection.start(in: self) }
  }

  func remove(_ connection: LinkConnection) {
    state.withLock { $0.connections.removeAll { $0 === connection } }
  }

  /// Cuts all connections, and accepts no others.
  func close() {
    let connections = state.withLock { state in
      state.isClosed = true
      return state.connections
    }
    for connection in connections { connection.cut() }
  }

  /// Counts the next bytes of a direction, and finds the first fault among them.
  ///
  /// - Returns: The effect of the fault, and the number of bytes before it. If there's no fault, all bytes pass.
  func nextFault(
    in bytes: [UInt8], of direction: FaultyLink.Direction
  ) -> (effect: FaultyLink.Effect, offset: Int)? {
    state.withLock { state in
      var first: (index: Int, offset: Int)?
      for (index, fault) in state.faults.enumerated() where fault.direction == direction {
        guard let offset = fault.offset(in: bytes), offset < first?.offset ?? .max else { continue }
        first = (index, offset)
      }
      let effect = first.map { state.faults.remove(at: $0.index).effect }
      for index in state.faults.indices where state.faults[index].direction == direction {
        state.faults[index].pass(first?.offset ?? bytes.count)
      }
      guard let effect, let first else { return nil }
      return (effect, first.offset)
    }
  }
}
