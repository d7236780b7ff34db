import CairnSessions
import DequeModule

/// A connection to a Redis server that receives messages. Redis accepts no other commands on it.
///
/// Only the subscriber's thread uses it.
final class SubscriberConnection {
  /// Something that a connection reports to its engine. Channels are given by their names.
  enum Event {
    case greeted(Greeting)
    case began([UInt8])
    case message([UInt8], channel: [UInt8])
    /// Redis has ended a subscription, because another node has its slot now.
    case ended([UInt8])
    /// A channel can't be subscribed here. The text is the error.
    case rejected([UInt8], String)
  }

  private enum Expectation {
    case greeting(Greeting.Step, isLast: Bool)
    case beginning([UInt8])
    case end([UInt8])
  }

  let address: RedisAddress
  /// When the connection is given up if it isn't ready.
  let deadline: ContinuousClock.Instant
  private let socket: RedisSocket
  private let configuration: RedisSessionStore.Configuration
  private(set) var isReady = false
  private var greeting = Greeting()
  private var expected: Deque<Expectation> = []

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
  var wantsToWrite: Bool { socket.wantsToWrite }

  func subscribe(to channel: [UInt8]) throws(ConnectionFailure) {
    try send("SSUBSCRIBE", channel, expecting: .beginning(channel))
  }

  func unsubscribe(from channel: [UInt8]) throws(ConnectionFailure) {
    try send("SUNSUBSCRIBE", channel, expecting: .end(channel))
  }

  private func send(
    _ command: String, _ channel: [UInt8], expecting expectation: Expectation
  ) throws(ConnectionFailure) {
    var arguments = RedisArguments(command)
    arguments.append(channel)
    expected.append(expectation)
    try socket.send(arguments)
  }

  /// Writes to the socket as much as it accepts.
  func flush() throws(ConnectionFailure) { try socket.flush() }

  /// Handles a socket that's ready for writing.
  func handleWritable() throws(ConnectionFailure) {
    if socket.isConnecting {
      try socket.finishConnecting()
      let commands = Greeting.subscriberCommands(for: configuration)
      for (index, (step, arguments)) in commands.enumerated() {
        expected.append(.greeting(step, isLast: index == commands.count - 1))
        try socket.send(arguments)
      }
    }
    try socket.flush()
  }

  /// Handles a socket that's ready for reading.
  ///
  /// - Parameter handle: Called for each event, in order.
  func handleReadable(_ handle: (Event) -> Void) throws(ConnectionFailure) {
    try socket.receive()
    while let reply = try socket.nextReply() { try receive(reply, handle) }
  }

  private func receive(_ reply: RedisReply, _ handle: (Event) -> Void) throws(ConnectionFailure) {
    if case .greeting(let step, let isLast)? = expected.first {
      expected.removeFirst()
      greeting.receive(reply, for: step)
      if isLast {
        isReady = true
        handle(.greeted(greeting))
      }
      return
    }
    if case .error(let text) = reply {
      switch expected.popFirst() {
      case .beginning(let channel)?: return handle(.rejected(channel, text))
      case .end?: return
      case .greeting?, nil: throw Self.surprise
      }
    }
    guard let parts = reply.array, parts.count == 3, let channel = parts[1].bytes else {
      throw Self.surprise
    }
    switch parts[0].text {
    case "smessage":
      if let message = parts[2].bytes { handle(.message(message, channel: channel)) }
    case "ssubscribe":
      guard case .beginning(channel)? = expected.popFirst() else { throw Self.surprise }
      handle(.began(channel))
    case "sunsubscribe":
      if case .end(channel)? = expected.first {
        expected.removeFirst()
      } else {
        handle(.ended(channel))
      }
    default: throw Self.surprise
    }
  }

  private static var surprise: ConnectionFailure {
    ConnectionFailure(reason: "it replies without being asked", isProtocol: true)
  }
}
