import Synchronization

/// The open streams of a daemon, which are ended when it stops.
final class OpenStreams: Sendable {
  private enum Phase {
    case open
    /// Only responses that are in progress are still sent.
    case closed
    case canceled
  }

  private struct State {
    var phase = Phase.open
    var events: [ObjectIdentifier: HTTPStream] = [:]
    var produced: [ObjectIdentifier: HTTPStream] = [:]
  }
  private let state = Mutex(State())

  var count: Int { state.withLock { $0.events.count + $0.produced.count } }

  /// Tracks a stream of events until it ends. After ``close()``, it's ended immediately.
  func insert(_ stream: HTTPStream) {
    let isOpen = state.withLock { state in
      guard state.phase == .open else { return false }
      state.events[ObjectIdentifier(stream)] = stream
      return true
    }
    if !isOpen { stream.close() }
  }

  /// The decision on a produced response.
  enum Admission {
    case admitted
    /// There are too many produced responses.
    case full
    /// The daemon doesn't wait for responses any more.
    case stopping
  }

  /// Tracks a produced response until it ends, unless there are too many, or after ``cancel()``.
  ///
  /// - Parameter limit: The maximum number of produced responses. Streams of events don't count.
  func admit(_ stream: HTTPStream, limit: Int) -> Admission {
    state.withLock { state in
      guard state.phase != .canceled else { return .stopping }
      guard state.produced.count < limit else { return .full }
      state.produced[ObjectIdentifier(stream)] = stream
      return .admitted
    }
  }

  func remove(_ stream: HTTPStream) {
    state.withLock { state in
      state.events[ObjectIdentifier(stream)] = nil
      state.produced[ObjectIdentifier(stream)] = nil
    }
  }

  /// Ends all streams of events. Produced responses continue.
  func close() {
    let streams = state.withLock { state in
      state.phase = .closed
      return Array(state.events.values)
    }
    for stream in streams { stream.close() }
  }

  /// Breaks off the produced responses.
  func cancel() {
    let streams = state.withLock { state in
      state.phase = .canceled
      return Array(state.produced.values)
    }
    for stream in streams { stream.fail() }
  }

  /// Breaks off the produced responses that their clients read too slowly, and returns their number.
  func sweep(at now: Int64, _ limits: ConnectionLimits) -> Int {
    let streams = state.withLock { Array($0.produced.values) }
    return streams.count { $0.breakOffIfTooSlow(at: now, limits) }
  }
}
