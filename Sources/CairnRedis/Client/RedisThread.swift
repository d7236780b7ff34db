import Dispatch
import Foundation

/// A thread for connections to Redis.
final class RedisThread: Sendable {
  private let isFinished = DispatchGroup()

  /// Starts a thread that ends with the body.
  init(_ name: String, _ body: @escaping @Sendable () -> Void) {
    isFinished.enter()
    let isFinished = isFinished
    let thread = Thread {
      // Writing to a closed connection would otherwise end the process.
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      body()
      isFinished.leave()
    }
    thread.name = name
    thread.start()
  }

  /// Waits until the thread has ended.
  func join() async {
    await withCheckedContinuation { continuation in
      isFinished.notify(queue: .global()) { continuation.resume() }
    }
  }
}
