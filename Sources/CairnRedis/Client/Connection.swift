import CairnSessions
import DequeModule

/// A connection to a Redis server, with the commands that were sent and not yet answered.
///
/// Only the client's thread uses it.
final class Connection {
  /// Something that a connection reports to its engine.
  enum Event {
    case greeted(Greeting)
    case reply(Operation, RedisReply)
    /// The writes of a group were acknowledged by this number of replicas.
    case replicated(ReplicaGroup, count: Int64)
    case slots(RedisReply)
  }

  private enum Expectation {
    case greeting(Greeting.Step, isLast: Bool)
    case operation(Operation)
    /// A write whose reply counts only after the group's.
    case write(Operation, ReplicaGroup)
    case replicas(ReplicaGroup)
    case asking
    case slots
  }

  private enum Phase {
    case connecting
    case greeting
    case ready
  }

  let address: RedisAddress
  /// When a connection that isn't ready is given up.
  let deadline: ContinuousClock.Instant
  private let socket: RedisSocket
  private let configuration: RedisSessionStore.Configuration
  private var phase = Phase.connecting
  private var greeting = Greeting()
  private var expected: Deque<Expectation> = []
  private var group: ReplicaGroup?
  private var isClosed = false

  /// Begins to connect, without waiting.
  init(
    to address: RedisAddress, _ configuration: RedisSessionStore.Configuration,
    deadline: ContinuousClock.Instant
  ) throws(ConnectionFailure) {
    self.address = address
    self.configuration = configuration
    self.deadline = deadline
    socket = try RedisSocket(to: address)
  }

  var descriptor: CInt { socket.descriptor }
  var isReady: Bool { phase == .ready }
  var wantsToWrite: Bool { socket.wantsToWrite }
  /// The number of replies to wait for.
  var load: Int { expected.count }

  /// The earliest deadline of the commands that wait for replies, or `nil` if no commands wait.
  var earliestDeadline: ContinuousClock.Instant? {
    operations.lazy.map(\.deadline).min()
  }

  /// Whether there are operations without a final reply.
  var hasOperations: Bool {
    expected.contains { expectation in
      switch expectation {
      case .operation, .write: true
      case .replicas(let group): !group.replies.isEmpty
      case .greeting, .asking, .slots: false
      }
    }
  }

  /// Stops handling replies.
  ///
  /// - Returns: The operations without a final reply, in order.
  func close() -> [Operation] {
    defer {
      isClosed = true
      expected = []
      group = nil
    }
    return operations
  }

  private var operations: [Operation] {
    // Writes with a reply that still wait for the replicas are in the groups.
    expected.flatMap { expectation -> [Operation] in
      switch expectation {
      case .operation(let operation), .write(let operation, _): [operation]
      case .replicas(let group): group.replies.map(\.0)
      case .greeting, .asking, .slots: []
      }
    }
  }

  // MARK: Sending

  /// Sends an operation.
  ///
  /// - Parameter asking: Whether the operation was redirected while its slot is being moved.
  func send(_ operation: Operation, asking: Bool = false) throws(ConnectionFailure) {
    if asking { try send(RedisArguments("ASKING"), expecting: .asking) }
    let arguments = operation.arguments(hashes: greeting.hashes)
    if operation.isWrite, configuration.replicas > 0 {
      let group = group ?? ReplicaGroup()
      self.group = group
      try send(arguments, expecting: .write(operation, group))
    } else {
      try send(arguments, expecting: .operation(operation))
    }
  }

  /// Asks for the nodes of the cluster.
  func askForSlots() throws(ConnectionFailure) {
    try send(RedisArguments("CLUSTER", "SLOTS"), expecting: .slots)
  }

  /// Lets the writes since the last call wait for the replicas, and writes to the socket as much as it accepts.
  func flush() throws(ConnectionFailure) {
    if let group {
      self.group = nil
      let timeout = configuration.replicaTimeout / .milliseconds(1)
      try send(
        RedisArguments("WAIT", "\(configuration.replicas)", "\(max(1, Int(timeout)))"),
        expecting: .replicas(group))
    }
    try socket.flush()
  }

  private func send(
    _ arguments: RedisArguments, expecting expectation: Expectation
  ) throws(ConnectionFailure) {
    expected.append(expectation)
    try socket.send(arguments)
  }

  // MARK: Receiving

  /// Handles a socket that's ready for writing.
  func handleWritable() throws(ConnectionFailure) {
    if phase == .connecting {
      try socket.finishConnecting()
      phase = .greeting
      let commands = Greeting.commands(for: configuration)
      for (index, (step, arguments)) in commands.enumerated() {
        try send(
          arguments, expecting: .greeting(step, isLast: index == commands.count - 1))
      }
    }
    try flush()
  }

  /// Handles a socket that's ready for reading.
  ///
  /// - Parameter handle: Called for each event, in order.
  func handleReadable(_ handle: (Event) -> Void) throws(ConnectionFailure) {
    guard !isClosed else { return }
    try socket.receive()
    while !isClosed, let reply = try socket.nextReply() {
      guard let expectation = expected.popFirst() else {
        throw ConnectionFailure(reason: "it replies without being asked", isProtocol: true)
      }
      receive(reply, for: expectation, handle)
    }
  }

  private func receive(
    _ reply: RedisReply, for expectation: Expectation, _ handle: (Event) -> Void
  ) {
    switch expectation {
    case .greeting(let step, let isLast):
      greeting.receive(reply, for: step)
      if isLast {
        phase = .ready
        handle(.greeted(greeting))
      }
    case .operation(let operation): handle(.reply(operation, reply))
    case .write(let operation, let group):
      if case .error = reply {
        handle(.reply(operation, reply))
      } else {
        group.replies.append((operation, reply))
      }
    case .replicas(let group): handle(.replicated(group, count: reply.integer ?? 0))
    case .asking: break
    case .slots: handle(.slots(reply))
    }
  }
}

/// Writes that wait for replicas, with their replies.
final class ReplicaGroup {
  var replies: [(Operation, RedisReply)] = []
}
