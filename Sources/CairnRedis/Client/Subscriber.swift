import CairnSessions
import Logging

/// Receives and sends messages on channels of Redis, in Redis's sharded form (`SSUBSCRIBE` and `SPUBLISH`).
///
/// A cluster finds the node of a channel by the hash tag in its name, as for a key.
///
/// A message is only a hint. It's lost if a receiver isn't connected at that moment, and isn't repeated.
final class Subscriber: Sendable {
  private let client: RedisClient
  private let subscriptions = Subscriptions()
  private let inbox: Inbox<[UInt8]>
  private let thread: RedisThread

  /// - Parameter client: The client that sends messages.
  init(
    _ configuration: RedisSessionStore.Configuration, client: RedisClient, logger: Logger
  ) throws(SessionStoreError) {
    let inbox = try Inbox<[UInt8]>()
    self.inbox = inbox
    self.client = client
    thread = RedisThread("cairn.redis.subscriber") { [subscriptions] in
      SubscriberEngine(
        inbox: inbox, subscriptions: subscriptions, configuration: configuration, logger: logger
      ).run()
    }
  }

  deinit {
    inbox.close()
  }

  /// Receives the messages of a channel, until the result is canceled or released.
  ///
  /// The closures are called on the subscriber's thread, and must be quick.
  ///
  /// - Parameters:
  ///   - channel: The name of the channel.
  ///   - onBegin: Called when messages begin to arrive. It's called again after each interruption, during which messages
  ///     may have been lost.
  ///   - handler: Called with each message.
  func subscribe(
    to channel: [UInt8], onBegin: @escaping @Sendable () -> Void = {},
    handler: @escaping @Sendable ([UInt8]) -> Void
  ) -> Subscription {
    let receiver = Subscriptions.Receiver(onBegin: onBegin, onMessage: handler)
    let number = subscriptions.add(receiver, to: channel)
    // The channel of a second receiver is subscribed again, so that Redis confirms it to that receiver, too.
    _ = inbox.add(channel)
    return Subscription { [subscriptions, inbox] in
      if subscriptions.remove(number, from: channel) { _ = inbox.add(channel) }
    }
  }

  /// Sends a message to all current receivers of a channel. Failures are ignored.
  func publish(_ message: [UInt8], to channel: [UInt8]) {
    var arguments = RedisArguments("SPUBLISH")
    arguments.append(channel)
    arguments.append(message)
    client.send(
      "publish a message", .plain(arguments), slot: HashSlot.of(channel), isWrite: false
    ) { _ in }
  }

  /// Closes the connections, and waits until no closure is called any longer.
  func close() async {
    inbox.close()
    await thread.join()
  }
}
