import Synchronization

/// Responses that a task produces.
extension HTTPStream {
  /// Returns a stream whose bytes a task produces with ``write(_:)``.
  ///
  /// The task inherits the task-local values of the caller. It begins when the response has a reader, so it doesn't
  /// for `HEAD`. It's canceled when the client disconnects, which may be detected only when bytes are sent. If it throws
  /// an error, the connection is reset, so that the client sees that the response isn't complete.
  ///
  /// - Parameters:
  ///   - produce: Writes the bytes.
  ///   - failed: Called with an error, unless the client had disconnected before.
  package static func producing(
    _ produce: @escaping @Sendable (HTTPStream) async throws -> Void,
    failed: @escaping @Sendable (any Error) -> Void
  ) -> HTTPStream {
    let gate = StreamGate()
    let stream = HTTPStream { gate.open(to: $0) }
    // Until it begins, the task doesn't keep the stream, which is released if the response isn't sent.
    let task = Task {
      guard let stream = await gate.stream() else { return }
      do {
        try await produce(stream)
        stream.finish()
      } catch {
        if stream.fail() { failed(error) }
      }
    }
    stream.onEnd { task.cancel() }
    return stream
  }

  /// Sends bytes after all bytes that were sent before, and returns when the connection has accepted them.
  ///
  /// The bytes aren't copied. Without any bytes, this has no effect.
  ///
  /// While the bytes wait, they count as bytes in flight. If there's no room for them, the response is broken off.
  ///
  /// - Throws: `CancellationError` if the client has disconnected, if the response was broken off, or if the task was
  ///   canceled. Bytes that were already waiting are still sent, unless the response ends.
  package func write(_ bytes: [UInt8]) async throws {
    try Task.checkCancellation()
    guard !bytes.isEmpty else { return }
    var placement = state.withLock { place(bytes, &$0) }
    while true {
      switch placement {
      case .sent: return
      case .ended: throw CancellationError()
      case .busy(let number):
        await part(number)
        try Task.checkCancellation()
        placement = state.withLock { place(bytes, &$0) }
      case .waiting(let number):
        await part(number)
        placement = state.withLock { $0.placement(ofPart: number) }
        if case .waiting = placement { try Task.checkCancellation() }
      }
    }
  }

  fileprivate enum Placement {
    case sent
    /// The part waits to be sent.
    case waiting(Int)
    /// Another part waits to be sent.
    case busy(Int)
    case ended
  }

  private func place(_ bytes: [UInt8], _ state: inout State) -> Placement {
    guard !state.isEnded, !state.isClosed else { return .ended }
    if state.isCollected {
      state.waiting += bytes
      return .sent
    }
    guard state.part.isSent else { return .busy(state.part.number) }
    state.waiting += state.framing.beginning(ofSize: bytes.count)
    state.part.begin(bytes)
    flush(&state)
    // A part that the connection has accepted immediately isn't counted.
    if !state.part.isSent, let memory = state.memory {
      guard memory.take(bytes.count) else {
        state.breakOff(because: .noMemory)
        return .ended
      }
      state.counted = bytes.count
    }
    return state.placement(ofPart: state.part.number)
  }

  /// Waits until a part was sent, or can't be sent any more, or until the task is canceled.
  private func part(_ number: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = state.withLock { state in
          guard state.isWaiting(forPart: number), !Task.isCancelled else { return false }
          state.producers.append(continuation)
          return true
        }
        if !isWaiting { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.wakeProducers() }
    }
  }

  /// Ends a complete response.
  func finish() {
    let collected = state.withLock { state in
      state.lacksEndMark = !state.isClosed
      state.part.began = ConnectionClock.now
      return state.collector.take().map { ($0, state.waiting) }
    }
    if let (collector, bytes) = collected {
      collector.resume(returning: bytes)
      abandon()
    } else {
      close()
    }
  }

  /// Breaks off the response.
  ///
  /// - Returns: Whether the response was in progress.
  @discardableResult
  func fail(because end: StreamOutcome.End = .failed) -> Bool {
    let (isOpen, collector) = state.withLock { state in
      guard !state.isEnded, state.outcome.end == .disconnected else {
        return (false, nil) as (Bool, CheckedContinuation<[UInt8]?, Never>?)
      }
      let isOpen = !state.isClosed
      state.breakOff(because: end)
      return (isOpen, state.collector.take())
    }
    if let collector {
      collector.resume(returning: nil)
      abandon()
    }
    return isOpen
  }

  /// Breaks off the response if its client reads it too slowly.
  ///
  /// A client that has closed its half of the connection may have disconnected. The response therefore also ends if no
  /// bytes are written to such a client for a while.
  func breakOffIfTooSlow(at now: Int64, _ limits: ConnectionLimits) -> Bool {
    state.withLock { state in
      guard !state.isBrokenOff, !state.isEnded else { return false }
      let part = state.part
      if !part.isSent || state.isClosed && !state.waiting.isEmpty {
        guard now - part.began > limits.transfer + Int64(part.size) * 1000 / limits.rate
        else { return false }
        state.breakOff(because: .tooSlow)
      } else {
        guard !state.isClosed, let halfClosed = state.halfClosed,
          now - max(halfClosed, part.began) > limits.transfer
        else { return false }
        state.breakOff(because: .disconnected)
      }
      return true
    }
  }

  /// How the response has ended, and its size.
  var outcome: StreamOutcome { state.withLock(\.outcome) }

  /// Produces the response without a socket, and returns all of its bytes, or `nil` if the producer has failed.
  ///
  /// The result is empty for a stream that isn't produced.
  package func collected() async -> [UInt8]? {
    guard isProduced else { return [] }
    return await withCheckedContinuation { continuation in
      let start = state.withLock { state in
        state.isCollected = true
        state.collector = continuation
        return state.start.take()
      }
      if let start { return start(self) }
      state.withLock { $0.collector.take() }?.resume(returning: nil)
    }
  }
}

extension HTTPStream.State {
  /// Whether a part, or the one that's being sent, may still be sent.
  fileprivate func isWaiting(forPart number: Int) -> Bool {
    part.number == number && !part.isSent && !isEnded
  }

  /// Returns whether a part was sent.
  fileprivate func placement(ofPart number: Int) -> HTTPStream.Placement {
    if isWaiting(forPart: number) { return .waiting(number) }
    // Another part begins only after a part was sent.
    return part.number > number || !isBrokenOff ? .sent : .ended
  }

  mutating func wakeProducers() {
    for producer in producers { producer.resume() }
    producers = []
  }

  /// Sends bytes of the part.
  ///
  /// - Returns: Whether other bytes must be sent now.
  mutating func sendPart(through socket: StreamSocket) -> Bool {
    guard !part.isSent else {
      guard isClosed, lacksEndMark else { return false }
      lacksEndMark = false
      waiting = framing.endMark
      return !waiting.isEmpty
    }
    let isLast = framing.ending.isEmpty
    guard let sent = part.send({ socket.send($0, isLast: isLast) }) else {
      loseClient()
      return false
    }
    outcome.size += sent
    guard part.isSent else {
      socket.isAwaited = true
      return false
    }
    waiting = framing.ending
    endPart()
    return true
  }

  /// Frees the part, and lets the producers continue.
  mutating func endPart() {
    if !part.isSent { isBrokenOff = true }
    part.end()
    memory?.give(back: counted)
    counted = 0
    wakeProducers()
  }

  /// Ends the response because the client has disconnected.
  mutating func loseClient() {
    isClosed = true
    isBrokenOff = true
    waiting = []
    endPart()
    socket?.end()
  }

  mutating func breakOff(because end: StreamOutcome.End) {
    outcome.end = end
    isClosed = true
    isBrokenOff = true
    waiting = []
    endPart()
    socket?.reset()
  }
}
