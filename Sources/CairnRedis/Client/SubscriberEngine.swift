import CairnSessions
import Logging

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The work of the subscriber's thread: It keeps each channel subscribed at the node that has the channel's slot.
///
/// It learns the nodes of slots from redirections. Until it knows the node of a slot, it subscribes only one of the
/// slot's channels, and the others wait.
final class SubscriberEngine {
  private struct Channel {
    let slot: Int
    /// The node at which it's subscribed, or `nil` while it waits.
    var address: RedisAddress?
  }

  private struct Peer {
    var connection: SubscriberConnection?
    var backoff: Backoff
  }

  /// How often waiting channels are tried again.
  private static let tick = Duration.milliseconds(20)
  /// How often refused channels are tried again. The user's permissions can change.
  private static let refusedTick = Duration.seconds(10)

  private let inbox: Inbox<[UInt8]>
  private let subscriptions: Subscriptions
  private let configuration: RedisSessionStore.Configuration
  private let logger: Logger
  private var channels: [[UInt8]: Channel] = [:]
  /// The channels that wait for a connection, by slot.
  private var waiting: [Int: Set<[UInt8]>] = [:]
  private var peers: [RedisAddress: Peer] = [:]
  /// The nodes of slots, as far as they're known.
  private var owners: [Int: RedisAddress] = [:]
  /// The slots whose nodes are being found out, with the nodes that were asked.
  private var probes: [Int: RedisAddress] = [:]
  /// The addresses to ask for the node of a slot. They are the configured ones, and the primaries of the cluster.
  private var seeds: [RedisAddress]
  /// The index of the address to ask first.
  private var seed = 0
  private var now = ContinuousClock.now
  private var nextRound = ContinuousClock.now
  /// The channels that the user may not subscribe to, until they're tried again.
  private var refused: Set<[UInt8]> = []
  private var nextRefusedRound = ContinuousClock.now
  private var hasWarned = false

  init(
    inbox: Inbox<[UInt8]>, subscriptions: Subscriptions,
    configuration: RedisSessionStore.Configuration, logger: Logger
  ) {
    self.inbox = inbox
    self.subscriptions = subscriptions
    self.configuration = configuration
    self.logger = logger
    seeds = configuration.addresses
  }

  /// Runs until the inbox is closed.
  func run() {
    while true {
      let contents = inbox.take()
      if contents.isClosed { return }
      now = .now
      for name in contents.items { update(name) }
      if nextRefusedRound <= now {
        nextRefusedRound = now + Self.refusedTick
        for name in refused { wait(name) }
        refused = []
      }
      if nextRound <= now {
        nextRound = now + Self.tick
        endLate()
        subscribeWaiting()
      }
      for connection in peers.values.compactMap(\.connection) {
        attempt(connection) { () throws(ConnectionFailure) in try connection.flush() }
      }
      wait()
    }
  }

  /// Subscribes a channel if it has receivers, and unsubscribes it otherwise.
  private func update(_ name: [UInt8]) {
    if subscriptions.contains(name) {
      let known = channels[name]
      let slot = known?.slot ?? HashSlot.of(name)
      if known == nil { channels[name] = Channel(slot: slot) }
      waiting[slot, default: []].insert(name)
      nextRound = min(nextRound, now)
    } else if let channel = channels.removeValue(forKey: name) {
      waiting[channel.slot]?.remove(name)
      guard let address = channel.address, let connection = peers[address]?.connection else {
        return
      }
      attempt(connection) { () throws(ConnectionFailure) in
        try connection.unsubscribe(from: name)
      }
    }
  }

  // MARK: Subscribing

  private func subscribeWaiting() {
    for (slot, names) in waiting {
      guard let name = names.first else {
        waiting[slot] = nil
        continue
      }
      let address = owners[slot] ?? seeds[seed]
      guard let connection = connection(to: address), connection.isReady else { continue }
      if owners[slot] != nil {
        for name in names { subscribe(name, of: slot, on: connection) }
      } else if probes[slot] == nil {
        probes[slot] = address
        subscribe(name, of: slot, on: connection)
      }
    }
  }

  private func subscribe(_ name: [UInt8], of slot: Int, on connection: SubscriberConnection) {
    // An earlier failure may have closed the connection.
    guard peers[connection.address]?.connection === connection else { return }
    waiting[slot]?.remove(name)
    channels[name]?.address = connection.address
    attempt(connection) { () throws(ConnectionFailure) in try connection.subscribe(to: name) }
  }

  private func wait(_ name: [UInt8]) {
    guard let slot = channels[name]?.slot else { return }
    channels[name]?.address = nil
    waiting[slot, default: []].insert(name)
  }

  // MARK: Connecting

  /// Returns the connection to a node, which may not be ready. Returns `nil` if connecting has failed recently.
  private func connection(to address: RedisAddress) -> SubscriberConnection? {
    let peer = peers[address] ?? Peer(backoff: Backoff(now: now))
    peers[address] = peer
    guard peer.connection == nil, peer.backoff.nextAttempt <= now else { return peer.connection }
    do throws(ConnectionFailure) {
      let connection = try SubscriberConnection(
        to: address, configuration, deadline: now + configuration.timeout)
      peers[address]?.connection = connection
      return connection
    } catch {
      lose(address, error)
      return nil
    }
  }

  private func attempt(
    _ connection: SubscriberConnection, _ body: () throws(ConnectionFailure) -> Void
  ) {
    // An earlier failure may have closed the connection.
    guard peers[connection.address]?.connection === connection else { return }
    do throws(ConnectionFailure) {
      try body()
    } catch {
      lose(connection.address, error)
    }
  }

  /// Closes the connection to a node. Its channels wait for a connection.
  private func lose(_ address: RedisAddress, _ failure: ConnectionFailure) {
    logger.debug("\(SessionStoreError(failure, address: address))")
    let wasReady = peers[address]?.connection?.isReady == true
    close(address)
    // A node that was just there is tried again before others.
    if !wasReady { avoid(address) }
  }

  private func close(_ address: RedisAddress) {
    peers[address]?.connection = nil
    for (name, channel) in channels where channel.address == address { wait(name) }
    probes = probes.filter { $0.value != address }
  }

  /// Uses other nodes for a while.
  private func avoid(_ address: RedisAddress) {
    peers[address]?.backoff.failed(now: now)
    owners = owners.filter { $0.value != address }
    if seeds[seed] == address { seed = (seed + 1) % seeds.count }
  }

  private func endLate() {
    for connection in peers.values.compactMap(\.connection)
    where !connection.isReady && connection.deadline <= now {
      lose(
        connection.address,
        ConnectionFailure(reason: "it didn't reply within \(configuration.timeout)"))
    }
  }

  // MARK: Receiving

  private func wait() {
    let connections = peers.values.compactMap(\.connection)
    var descriptors = [pollfd(fd: inbox.reader, events: Int16(POLLIN), revents: 0)]
    for connection in connections {
      descriptors.append(
        pollfd(
          fd: connection.descriptor,
          events: Int16(POLLIN) | (connection.wantsToWrite ? Int16(POLLOUT) : 0), revents: 0))
    }
    let isWorking = !waiting.isEmpty || connections.contains { !$0.isReady }
    let round = isWorking ? nextRound : refused.isEmpty ? nil : nextRefusedRound
    let pause = round.map { max(0, ($0 - ContinuousClock.now) / .milliseconds(1)).rounded(.up) }
    guard poll(&descriptors, nfds_t(descriptors.count), pause.map { CInt($0) } ?? -1) > 0 else {
      return
    }
    now = .now
    for (connection, descriptor) in zip(connections, descriptors.dropFirst())
    where descriptor.revents != 0 {
      attempt(connection) { () throws(ConnectionFailure) in
        if connection.wantsToWrite { try connection.handleWritable() }
        if descriptor.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
          try connection.handleReadable { handle($0, of: connection) }
        }
      }
    }
  }

  private func handle(_ event: SubscriberConnection.Event, of connection: SubscriberConnection) {
    switch event {
    case .greeted(let greeting): greeted(greeting, by: connection)
    case .began(let name):
      found(connection.address, of: HashSlot.of(name))
      nextRound = min(nextRound, now)
      for receiver in subscriptions[name] { receiver.onBegin() }
    case .message(let message, let name):
      for receiver in subscriptions[name] { receiver.onMessage(message) }
    case .ended(let name):
      guard let slot = channels[name]?.slot, channels[name]?.address == connection.address else {
        return
      }
      owners[slot] = nil
      wait(name)
    case .rejected(let name, let text): rejected(name, text, by: connection.address)
    }
  }

  private func greeted(_ greeting: Greeting, by connection: SubscriberConnection) {
    switch greeting.objection(connection.address) {
    case .temporary(let error), .lasting(let error):
      // The store's own connections report this.
      logger.debug("\(error)")
      close(connection.address)
      avoid(connection.address)
    case nil:
      peers[connection.address]?.backoff.succeeded()
      if let slots = SlotMap(greeting.slots, host: connection.address.host) {
        seeds += slots.primaries.subtracting(seeds)
      }
      nextRound = min(nextRound, now)
    }
  }

  /// Records which node has a slot, or that it isn't known.
  private func found(_ address: RedisAddress?, of slot: Int) {
    probes[slot] = nil
    owners[slot] = address
  }

  private func rejected(_ name: [UInt8], _ text: String, by address: RedisAddress) {
    switch ReplyError(text, host: address.host) {
    case .moved(let slot, let owner): found(owner, of: slot)
    case .ask, .notYet, .replica, .unknownScript: found(nil, of: HashSlot.of(name))
    case .final:
      probes[HashSlot.of(name)] = nil
      channels[name]?.address = nil
      if channels[name] != nil { refused.insert(name) }
      guard !hasWarned else { return }
      hasWarned = true
      let error = SessionStoreError(
        reply: text, operation: "subscribe to changes", address: address)
      logger.warning("\(error)")
    }
    // It may have been canceled, and even subscribed elsewhere.
    if channels[name]?.address == address { wait(name) }
  }
}
