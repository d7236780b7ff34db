import CairnSessions
import DequeModule
import Logging

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The work of the client's thread: It sends operations to the nodes that have their keys, and reports the replies.
///
/// An operation without a reply is sent again when its connection is lost, until its deadline. All operations can be
/// carried out twice with the same result.
final class Engine {
  /// How often deadlines are checked while there's work.
  private static let tick = Duration.milliseconds(20)

  private let inbox: Inbox<Operation>
  private let configuration: RedisSessionStore.Configuration
  private let health: HealthLog
  private let logger: Logger
  private var nodes: [RedisAddress: Node] = [:]
  /// The nodes of the cluster, or `nil` without a cluster, or if they aren't known.
  private var slots: SlotMap?
  /// The index of the configured address that's used without a cluster.
  private var seed = 0
  /// The operations to send again, with the earliest time.
  private var delayed: [(operation: Operation, time: ContinuousClock.Instant)] = []
  private var now = ContinuousClock.now
  private var nextCheck = ContinuousClock.now
  /// When the nodes of the cluster can be asked for again.
  private var nextSlots = ContinuousClock.now

  init(
    inbox: Inbox<Operation>, configuration: RedisSessionStore.Configuration, health: HealthLog,
    logger: Logger
  ) {
    self.inbox = inbox
    self.configuration = configuration
    self.health = health
    self.logger = logger
  }

  /// Runs until the inbox is closed and all operations have ended.
  func run() {
    while true {
      let contents = inbox.take()
      now = .now
      for operation in contents.items { route(operation) }
      if now >= nextCheck {
        nextCheck = now + Self.tick
        endLate()
        sendDelayed()
      }
      connect()
      for node in nodes.values { send(waitingAt: node) }
      if contents.isClosed, !isBusy { return }
      wait()
    }
  }

  private var connectionCount: Int { max(1, configuration.connections) }

  private var isBusy: Bool {
    !delayed.isEmpty
      || nodes.values.contains { node in
        !node.waiting.isEmpty || node.connections.contains(where: \.hasOperations)
      }
  }

  // MARK: Waiting

  private func wait() {
    var connections: [Connection] = []
    var descriptors = [pollfd(fd: inbox.reader, events: Int16(POLLIN), revents: 0)]
    for connection in nodes.values.lazy.flatMap(\.connections) {
      connections.append(connection)
      descriptors.append(
        pollfd(
          fd: connection.descriptor,
          events: Int16(POLLIN) | (connection.wantsToWrite ? Int16(POLLOUT) : 0), revents: 0))
    }
    guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return }
    now = .now
    for (connection, descriptor) in zip(connections, descriptors.dropFirst())
    where descriptor.revents != 0 {
      // An event of another connection may have closed this one.
      guard let node = nodes[connection.address],
        node.connections.contains(where: { $0 === connection })
      else { continue }
      do throws(ConnectionFailure) {
        if connection.wantsToWrite { try connection.handleWritable() }
        if descriptor.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
          try connection.handleReadable { handle($0, of: connection, at: node) }
        }
      } catch {
        lose(connection, at: node, error)
      }
    }
  }

  /// The time to wait in milliseconds, or -1 until something happens.
  private var timeout: CInt {
    let isWorking =
      isBusy || nodes.values.contains { $0.connections.contains { !$0.isReady } }
    let next =
      isWorking ? nextCheck : nodes.values.lazy.filter(needsConnection).map(\.nextAttempt).min()
    guard let next else { return -1 }
    return CInt(max(0, (next - ContinuousClock.now) / .milliseconds(1)).rounded(.up))
  }

  // MARK: Sending

  private func route(_ operation: Operation) {
    node(for: operation.slot).waiting.append(operation)
  }

  private func node(for slot: Int) -> Node {
    node(slots?[slot] ?? configuration.addresses[seed])
  }

  private func node(_ address: RedisAddress) -> Node {
    if let node = nodes[address] { return node }
    let node = Node(address, now: now)
    nodes[address] = node
    return node
  }

  /// Sends the operations that wait, one connection after the other.
  private func send(waitingAt node: Node) {
    while !node.waiting.isEmpty, let connection = node.ready {
      let operation = node.waiting.removeFirst()
      attempt(connection, at: node) { () throws(ConnectionFailure) in
        try connection.send(operation)
      }
    }
    for connection in node.connections where connection.isReady {
      attempt(connection, at: node) { () throws(ConnectionFailure) in try connection.flush() }
    }
  }

  private func sendDelayed() {
    let due = delayed.filter { $0.time <= now }
    delayed.removeAll { $0.time <= now }
    for (operation, _) in due { route(operation) }
  }

  private func retry(_ operation: Operation) {
    delayed.append((operation, now + Self.tick))
  }

  private func attempt(
    _ connection: Connection, at node: Node, _ body: () throws(ConnectionFailure) -> Void
  ) {
    do throws(ConnectionFailure) {
      try body()
    } catch {
      lose(connection, at: node, error)
    }
  }

  // MARK: Connecting

  private func needsConnection(_ node: Node) -> Bool {
    node.connections.count < connectionCount
      && (!node.waiting.isEmpty || isNeeded(node.address))
  }

  private func isNeeded(_ address: RedisAddress) -> Bool {
    slots.map { $0.primaries.contains(address) } ?? (address == configuration.addresses[seed])
  }

  private func connect() {
    if nodes.isEmpty { _ = node(configuration.addresses[seed]) }
    for node in nodes.values where needsConnection(node) && node.nextAttempt <= now {
      do throws(ConnectionFailure) {
        while node.connections.count < connectionCount {
          node.connections.append(
            try Connection(
              to: node.address, configuration, deadline: now + configuration.timeout))
        }
      } catch {
        fail(node, SessionStoreError(error, address: node.address))
      }
    }
  }

  /// Closes a connection. Its operations are sent again on other connections.
  private func lose(_ connection: Connection, at node: Node, _ failure: ConnectionFailure) {
    let wasReady = connection.isReady
    close(connection, at: node)
    let error = SessionStoreError(failure, address: node.address)
    if wasReady {
      logger.debug("\(error)")
      askForSlots()
      return
    }
    fail(node, error)
    if failure.isProtocol { end(waitingAt: node, error) }
  }

  private func close(_ connection: Connection, at node: Node) {
    node.connections.removeAll { $0 === connection }
    for var operation in connection.close().reversed() {
      operation.isUnclear = operation.isUnclear || operation.isWrite
      node.waiting.prepend(operation)
    }
  }

  /// Handles a failed attempt to connect. Another node may have taken over.
  private func fail(_ node: Node, _ error: SessionStoreError) {
    node.failed(error, now: now)
    health.failed(error, at: node.address)
    if nodes.values.contains(where: { $0.ready != nil }) {
      askForSlots()
    } else {
      slots = nil
      if configuration.addresses[seed] == node.address {
        seed = (seed + 1) % configuration.addresses.count
      }
      routeAgain()
    }
  }

  /// Ends the operations that wait for a node that can't be used without a change of its settings.
  private func end(waitingAt node: Node, _ error: SessionStoreError) {
    let operations = node.waiting
    node.waiting = []
    for operation in operations { operation.completion(.failure(error)) }
  }

  // MARK: The cluster

  private func askForSlots() {
    guard slots != nil, nextSlots <= now, let node = nodes.values.first(where: { $0.ready != nil }),
      let connection = node.ready
    else { return }
    nextSlots = now + .milliseconds(100)
    attempt(connection, at: node) { () throws(ConnectionFailure) in
      try connection.askForSlots()
      try connection.flush()
    }
  }

  private func use(_ reply: RedisReply, from host: String) {
    guard let map = SlotMap(reply, host: host) else { return }
    slots = map
    routeAgain()
  }

  /// Gives the operations that wait to the nodes that have their slots now, and forgets other nodes.
  private func routeAgain() {
    var operations: [Operation] = []
    for node in nodes.values {
      operations += node.waiting
      node.waiting = []
    }
    for operation in operations { route(operation) }
    for (address, node) in nodes
    where !isNeeded(address) && node.waiting.isEmpty
      && !node.connections.contains(where: \.hasOperations)
    {
      nodes[address] = nil
      health.forget(address)
    }
  }

  // MARK: Receiving

  private func handle(_ event: Connection.Event, of connection: Connection, at node: Node) {
    switch event {
    case .greeted(let greeting): greeted(greeting, by: connection, at: node)
    case .reply(let operation, let reply): handle(reply, to: operation, of: connection, at: node)
    case .replicated(let group, let count):
      for (operation, reply) in group.replies {
        if count >= configuration.replicas {
          succeed(operation, reply, at: node)
        } else {
          fail(
            operation, at: node, .notReplicated(node.address, configuration.replicas, count))
        }
      }
    case .slots(let reply): use(reply, from: node.address.host)
    }
  }

  private func greeted(_ greeting: Greeting, by connection: Connection, at node: Node) {
    switch greeting.objection(node.address) {
    case .temporary(let error):
      close(connection, at: node)
      fail(node, error)
    case .lasting(let error):
      close(connection, at: node)
      node.failed(error, now: now)
      health.failed(error, at: node.address)
      end(waitingAt: node, error)
    case nil:
      node.succeeded()
      health.forget(node.address)
      if !node.isInspected, let information = greeting.information {
        node.isInspected = true
        for warning in ServerSettings(information).warnings {
          logger.warning("\(warning)", metadata: ["redis": "\(node.address)"])
        }
      }
      use(greeting.slots, from: node.address.host)
    }
  }

  private func handle(
    _ reply: RedisReply, to operation: Operation, of connection: Connection, at node: Node
  ) {
    guard case .error(let text) = reply else { return succeed(operation, reply, at: node) }
    var operation = operation
    switch ReplyError(text, host: node.address.host) {
    case .unknownScript:
      operation.sendsText = true
      node.waiting.prepend(operation)
    case .moved(let slot, let address):
      if slots?[slot] != address { askForSlots() }
      slots?[slot] = address
      self.node(address).waiting.append(operation)
    case .ask(let address):
      // The keys of a script may be on both nodes until the slot has moved.
      if case .script = operation.command { return retry(operation) }
      let other = self.node(address)
      guard let target = other.ready else {
        other.waiting.append(operation)
        return
      }
      attempt(target, at: other) { () throws(ConnectionFailure) in
        try target.send(operation, asking: true)
        try target.flush()
      }
    case .notYet:
      if operation.deadline > now {
        askForSlots()
        retry(operation)
      } else {
        fail(operation, at: node, text)
      }
    case .replica:
      retry(operation)
      close(connection, at: node)
      fail(node, .replica(node.address))
    case .final:
      fail(operation, at: node, text)
    }
  }

  private func succeed(_ operation: Operation, _ reply: RedisReply, at node: Node) {
    health.succeeded(at: node.address)
    operation.completion(.success(reply))
  }

  private func fail(_ operation: Operation, at node: Node, _ reply: String) {
    fail(
      operation, at: node,
      SessionStoreError(reply: reply, operation: operation.name, address: node.address))
  }

  private func fail(_ operation: Operation, at node: Node, _ error: SessionStoreError) {
    var error = error
    if operation.isUnclear { error.isUnclear() }
    if !error.isRefusal { health.failed(error, at: node.address) }
    operation.completion(.failure(error))
  }

  /// Ends the operations whose deadlines have passed. A connection that doesn't reply in time is closed.
  private func endLate() {
    for node in nodes.values {
      for connection in node.connections {
        let deadline = connection.isReady ? connection.earliestDeadline : connection.deadline
        if let deadline, deadline <= now {
          lose(
            connection, at: node,
            ConnectionFailure(reason: "it didn't reply within \(configuration.timeout)"))
        }
      }
    }
    for node in nodes.values where node.waiting.contains(where: { $0.deadline <= now }) {
      let late = node.waiting.filter { $0.deadline <= now }
      node.waiting.removeAll { $0.deadline <= now }
      let error = node.failure ?? .slow(node.address, configuration.timeout)
      for operation in late { fail(operation, at: node, error) }
    }
    let late = delayed.filter { $0.operation.deadline <= now }
    delayed.removeAll { $0.operation.deadline <= now }
    for (operation, _) in late {
      let node = node(for: operation.slot)
      fail(operation, at: node, .slow(node.address, configuration.timeout))
    }
  }
}
