import CMicroHTTPD
import Synchronization

/// The body of a request on its way from the connection to the code that reads it.
///
/// If the reader is slower than the client, the connection is suspended, so that at most ``capacity`` bytes and one
/// more segment are in memory. They count as bytes in flight until they're read.
final class RequestBodyPipe: Sendable {
  /// The number of bytes that can wait before the connection is suspended.
  static let capacity = 64 * 1024

  fileprivate enum Arrival {
    case inProgress
    case complete
    /// The client has disconnected, or was too slow.
    case brokenOff
  }

  fileprivate struct State {
    var parts = ArrivedParts()
    var arrival = Arrival.inProgress
    /// Whether there is no reader any more, so that the rest is discarded.
    var isDiscarding = false
    /// The suspended connection. It can't end before it's resumed, so the pointer is valid.
    var suspended: (connection: ConnectionPointer, clock: ConnectionClock)?
    /// The readers that wait for a change.
    var readers: [CheckedContinuation<Void, Never>] = []

    mutating func wakeReaders() {
      for reader in readers { reader.resume() }
      readers = []
    }

    /// Lets the connection receive more bytes.
    mutating func resume() {
      guard let (connection, clock) = suspended else { return }
      suspended = nil
      // From now on, the client is responsible for how long the body takes.
      clock.enter(.receiving)
      MHD_resume_connection(connection.raw)
    }
  }
  private let state = Mutex(State())
  /// The counter of bytes in flight, or `nil` for a body that didn't arrive through a socket.
  private let memory: BytesInFlight?

  init(memory: BytesInFlight? = nil) {
    self.memory = memory
  }

  /// Creates a pipe with a complete body.
  convenience init(_ body: [UInt8]) {
    self.init()
    state.withLock { state in
      body.withUnsafeBytes { state.parts.append($0) }
      state.arrival = .complete
    }
  }

  deinit {
    memory?.give(back: state.withLock(\.parts.size))
  }

  // MARK: The connection

  /// Adds bytes that have arrived, with the only copy. Call this on the connection's thread.
  ///
  /// - Returns: Whether there was room for the bytes among the bytes in flight.
  func append(
    _ bytes: UnsafeRawBufferPointer, from connection: ConnectionPointer, _ clock: ConnectionClock
  ) -> Bool {
    state.withLock { state in
      guard !state.isDiscarding else { return true }
      guard memory?.take(bytes.count) ?? true else { return false }
      state.parts.append(bytes)
      state.wakeReaders()
      guard state.parts.size >= Self.capacity else { return true }
      // Suspend under the lock, so that a reader can't resume the connection before that.
      clock.enter(.working)
      state.suspended = (connection, clock)
      MHD_suspend_connection(connection.raw)
      return true
    }
  }

  /// Notes that the body is complete.
  func finish() { end(.complete) }

  /// Notes that the rest of the body won't arrive.
  func breakOff() { end(.brokenOff) }

  private func end(_ arrival: Arrival) {
    state.withLock { state in
      guard case .inProgress = state.arrival else { return }
      state.arrival = arrival
      state.wakeReaders()
    }
  }

  // MARK: The reader

  /// Discards the bytes that weren't read yet, because there is a response.
  func discard() {
    state.withLock { state in
      state.isDiscarding = true
      memory?.give(back: state.parts.size)
      state.parts.removeAll()
      state.resume()
      state.wakeReaders()
    }
  }

  /// Returns the next part, or `nil` at the end of the body.
  ///
  /// - Throws: ``IncompleteBody`` if the client has disconnected, or `CancellationError` if the task was canceled.
  func next() async throws -> [UInt8]? {
    while true {
      try Task.checkCancellation()
      let step = state.withLock { $0.take() }
      switch step {
      case .part(let part):
        memory?.give(back: part.count)
        return part
      case .end: return nil
      case .broken: throw IncompleteBody()
      case .wait: await change()
      }
    }
  }

  /// Waits until there may be another part.
  private func change() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = state.withLock { state in
          guard state.mustWait, !Task.isCancelled else { return false }
          state.readers.append(continuation)
          return true
        }
        if !isWaiting { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.wakeReaders() }
    }
  }
}

extension RequestBodyPipe.State {
  fileprivate enum Step {
    case part([UInt8])
    case end
    case broken
    case wait
  }

  fileprivate var mustWait: Bool {
    if case .inProgress = arrival { parts.isEmpty && !isDiscarding } else { false }
  }

  fileprivate mutating func take() -> Step {
    guard !isDiscarding else { return .broken }
    if let part = parts.takeFirst() {
      if parts.size < RequestBodyPipe.capacity / 2 { resume() }
      return .part(part)
    }
    return switch arrival {
    case .inProgress: .wait
    case .complete: .end
    case .brokenOff: .broken
    }
  }
}

/// The error of code that reads a body whose rest won't arrive.
package struct IncompleteBody: Error {}
