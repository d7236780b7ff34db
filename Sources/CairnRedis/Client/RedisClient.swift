import CairnSessions
import Dispatch
import Logging
import Synchronization

/// The connections to Redis, on a thread of their own.
final class RedisClient: Sendable {
  private let inbox: Inbox<Operation>
  private let timeout: Duration
  private let thread: RedisThread

  init(
    _ configuration: RedisSessionStore.Configuration, logger: Logger
  ) throws(SessionStoreError) {
    let inbox = try Inbox<Operation>()
    self.inbox = inbox
    timeout = configuration.timeout
    thread = RedisThread("cairn.redis") {
      let health = HealthLog(logger: logger)
      Engine(inbox: inbox, configuration: configuration, health: health, logger: logger).run()
    }
  }

  deinit {
    inbox.close()
  }

  /// Sends a command, and calls the completion on the client's thread.
  func send(
    _ name: String, _ command: Operation.Command, slot: Int, isWrite: Bool = true,
    completion: @escaping @Sendable (Result<RedisReply, SessionStoreError>) -> Void
  ) {
    let operation = Operation(
      name: name, command: command, slot: slot, isWrite: isWrite, deadline: .now + timeout,
      completion: completion)
    if !inbox.add(operation) { completion(.failure(.closed)) }
  }

  /// Sends a command, and waits for its reply.
  func send(
    _ name: String, _ command: Operation.Command, slot: Int, isWrite: Bool = true
  ) async throws(SessionStoreError) -> RedisReply {
    try await withCheckedContinuation { continuation in
      send(name, command, slot: slot, isWrite: isWrite) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Sends a command, and blocks the calling thread until its reply. It doesn't wait for replicas.
  func sendAndBlock(
    _ name: String, _ command: Operation.Command, slot: Int
  ) throws(SessionStoreError) -> RedisReply {
    let received = Received()
    send(name, command, slot: slot, isWrite: false) { result in
      received.result.withLock { $0 = result }
      received.semaphore.signal()
    }
    received.semaphore.wait()
    return try received.result.withLock(\.self).get()
  }

  /// Stops accepting operations, and waits until all others have ended.
  func close() async {
    inbox.close()
    await thread.join()
  }
}

/// A place for the reply that a thread waits for.
private final class Received: Sendable {
  let result = Mutex<Result<RedisReply, SessionStoreError>>(.failure(.closed))
  let semaphore = DispatchSemaphore(value: 0)
}
