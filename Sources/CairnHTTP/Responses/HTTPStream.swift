import CMicroHTTPD
import Synchronization

/// The body of an answer that goes on: bytes are sent as they come, such as Server-Sent Events.
///
/// It holds no thread. What was not sent yet waits in memory up to a limit; who reads slower than that is cut off.
public final class HTTPStream: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    /// The connection while it is suspended; it can not end before it is resumed, so the pointer is good.
    var suspended: ConnectionPointer?
    var connection: ConnectionPointer?
    var isClosed = false
    var isEnded = false
    var onEnd: (@Sendable () -> Void)?
  }

  private let state: Mutex<State>
  private let limit: Int

  /// - Parameter limit: The most bytes that wait to be sent.
  public init(limit: Int = 64 * 1024) {
    self.limit = limit
    state = Mutex(State())
  }

  /// Calls a closure once when nobody reads the stream any more, on any thread.
  public func onEnd(_ body: @escaping @Sendable () -> Void) {
    let isEnded = state.withLock { state in
      if !state.isEnded { state.onEnd = body }
      return state.isEnded
    }
    if isEnded { body() }
  }

  /// Sends bytes after all that were sent before; false where nobody reads them any more.
  @discardableResult
  public func send(_ bytes: some Collection<UInt8>) -> Bool {
    state.withLock { state in
      guard !state.isClosed, !state.isEnded else { return false }
      if state.waiting.count + bytes.count > limit {
        // A part would be worth nothing.
        state.isClosed = true
        state.waiting = []
      } else {
        state.waiting += bytes
      }
      resume(&state)
      return !state.isClosed
    }
  }

  /// Ends the answer after what was sent.
  public func close() {
    state.withLock { state in
      state.isClosed = true
      resume(&state)
    }
  }

  private func resume(_ state: inout State) {
    guard let connection = state.suspended else { return }
    state.suspended = nil
    // Under the lock: who suspends it again finds it resumed.
    MHD_resume_connection(connection.raw)
  }

  // MARK: The transport

  /// What a transport without sockets has received so far.
  package var sent: [UInt8] { state.withLock { $0.waiting } }

  /// Says where it is sent; only once.
  func attach(to connection: ConnectionPointer) {
    state.withLock { $0.connection = connection }
  }

  /// Says that nobody reads it any more.
  func end() {
    let onEnd = state.withLock { state in
      state.isEnded = true
      state.waiting = []
      state.suspended = nil
      state.connection = nil
      defer { state.onEnd = nil }
      return state.onEnd
    }
    onEnd?()
  }

  /// Gives libmicrohttpd what there is to be sent, on the connection's thread, or suspends the connection.
  private func read(into target: UnsafeMutablePointer<CChar>, _ room: Int) -> Int {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        guard !state.isClosed, let connection = state.connection else { return Self.endOfStream }
        state.suspended = connection
        MHD_suspend_connection(connection.raw)
        return 0
      }
      let count = min(room, state.waiting.count)
      state.waiting.withUnsafeBytes {
        UnsafeMutableRawPointer(target).copyMemory(
          from: $0.baseAddress.unsafelyUnwrapped, byteCount: count)
      }
      state.waiting.removeFirst(count)
      return count
    }
  }

  private static let endOfStream = -1
  private static let blockSize = 2048

  /// A response in libmicrohttpd's form, which holds the stream until it ends; nil where memory is short.
  func makeResponse() -> OpaquePointer? {
    let held = Unmanaged.passRetained(self)
    let response = MHD_create_response_from_callback(
      UInt64.max, Self.blockSize,
      { context, _, target, room in
        guard let context, let target else { return HTTPStream.endOfStream }
        return Unmanaged<HTTPStream>.fromOpaque(context).takeUnretainedValue()
          .read(into: target, room)
      }, held.toOpaque(),
      { context in
        guard let context else { return }
        let stream = Unmanaged<HTTPStream>.fromOpaque(context).takeRetainedValue()
        stream.end()
      })
    if response == nil { held.release() }
    return response
  }
}

/// The streams of a daemon, so that they can be ended when it stops.
final class OpenStreams: Sendable {
  private struct State {
    var isClosed = false
    var streams: [ObjectIdentifier: HTTPStream] = [:]
  }
  private let state = Mutex(State())

  /// Remembers a stream; one that comes after `close()` is ended at once.
  func insert(_ stream: HTTPStream) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.streams[ObjectIdentifier(stream)] = stream }
      return state.isClosed
    }
    if isClosed { stream.close() }
  }

  func remove(_ stream: HTTPStream) {
    state.withLock { _ = $0.streams.removeValue(forKey: ObjectIdentifier(stream)) }
  }

  /// Ends all streams.
  func close() {
    let streams = state.withLock { state in
      state.isClosed = true
      return Array(state.streams.values)
    }
    for stream in streams { stream.close() }
  }
}
