import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A response body whose bytes are sent as they become available, such as Server-Sent Events.
///
/// There are two kinds. Events are sent with ``send(_:)``, which never waits. A response of any size is produced by a
/// task, which waits until the connection has accepted each part. See ``producing(_:failed:)``.
///
/// A stream blocks no thread and uses no memory of libmicrohttpd. libmicrohttpd needs 36 kB per connection, which a
/// stream doesn't need after its request was read. The stream therefore takes over the connection, which is closed at
/// the end of the response.
///
/// Unsent bytes wait in memory, up to a limit. A client that reads too slowly is disconnected. So is a client that
/// continues to send data.
public final class HTTPStream: Sendable {
  struct State {
    var waiting: [UInt8] = []
    /// The part of a produced response that's sent after the waiting bytes.
    var part = StreamPart()
    /// Whether bytes of the response couldn't be sent.
    var isBrokenOff = false
    /// The producers that wait until the part was sent.
    var producers: [CheckedContinuation<Void, Never>] = []
    /// Starts the producer if there is a reader. It's called with `nil` if there never is one.
    var start: (@Sendable (HTTPStream?) -> Void)?
    var framing = StreamFraming.untilEnd
    /// Whether the mark for the end of the response must still be sent.
    var lacksEndMark = false
    var outcome = StreamOutcome()
    /// Whether a reader in this process gets all bytes at the end.
    var isCollected = false
    var collector: CheckedContinuation<[UInt8]?, Never>?
    var socket: StreamSocket?
    /// Counts the bytes of a part that the connection doesn't accept immediately.
    var memory: BytesInFlight?
    /// The number of bytes that are counted.
    var counted = 0
    /// The time at which the client has closed its half of the connection, in milliseconds of ``ConnectionClock/now``.
    var halfClosed: Int64?
    /// Whether the stream belongs to a response.
    var isClaimed = false
    /// Whether only the waiting bytes are still sent.
    var isClosed = false
    var isEnded = false
    var onEnd: [@Sendable () -> Void] = []
  }

  let state: Mutex<State>
  private let limit: Int
  /// Whether a task produces the stream.
  package let isProduced: Bool

  /// Creates a stream.
  ///
  /// - Parameter limit: The maximum number of bytes that wait to be sent.
  public init(limit: Int = 64 * 1024) {
    self.limit = limit
    isProduced = false
    state = Mutex(State())
  }

  /// Creates a stream that a task produces.
  ///
  /// - Parameter start: Starts the task when there is a reader. It's called with `nil` if there never is one.
  init(start: @escaping @Sendable (HTTPStream?) -> Void) {
    limit = 0
    isProduced = true
    state = Mutex(State(start: start))
  }

  deinit {
    state.withLock { $0.start.take() }?(nil)
  }

  /// Makes the stream the body of one response.
  ///
  /// - Returns: Whether this is the first call. If it isn't, the stream's bytes belong to another response.
  package func claim() -> Bool {
    state.withLock { state in
      defer { state.isClaimed = true }
      return !state.isClaimed
    }
  }

  /// Calls a closure once when the stream no longer has a reader. The closure can run on any thread.
  public func onEnd(_ body: @escaping @Sendable () -> Void) {
    let isEnded = state.withLock { state in
      if !state.isEnded { state.onEnd.append(body) }
      return state.isEnded
    }
    if isEnded { body() }
  }

  /// Sends bytes after all bytes that were sent before.
  ///
  /// - Returns: Whether the stream is still open. If the waiting bytes exceed the limit, the stream is closed.
  @discardableResult
  public func send(_ bytes: some Collection<UInt8>) -> Bool {
    state.withLock { state in
      guard !state.isClosed, !state.isEnded else { return false }
      if state.waiting.count + bytes.count > limit {
        // A partial message would be useless.
        state.waiting = []
        state.isClosed = true
        state.isBrokenOff = true
        state.socket?.reset()
      } else {
        state.waiting += bytes
      }
      flush(&state)
      return !state.isClosed
    }
  }

  /// Ends the response after the bytes that were already sent. The client has ten seconds to read them.
  public func close() {
    state.withLock { state in
      state.isClosed = true
      flush(&state)
      guard !isProduced, !state.waiting.isEmpty, state.socket != nil else { return }
      StreamSocket.queue.asyncAfter(deadline: .now() + 10) { [self] in
        self.state.withLock { $0.socket?.reset() }
      }
    }
  }

  /// The bytes that a transport without sockets has received so far.
  package var sent: [UInt8] { state.withLock { $0.waiting } }

  // MARK: The socket

  /// Takes over a connection's socket, and sends the waiting bytes.
  ///
  /// - Parameters:
  ///   - head: The bytes to send before all others.
  ///   - framing: How the client recognizes the end of a produced response.
  ///   - memory: Counts the bytes of a produced response that wait in memory.
  func attach(
    to descriptor: Int32, head: [UInt8], framing: StreamFraming = .untilEnd,
    memory: BytesInFlight? = nil
  ) {
    let socket = StreamSocket(
      descriptor, onReadable: { [self] in look() },
      onWritable: { [self] in state.withLock { flush(&$0) } })
    let isBrokenOff = state.withLock { state in
      state.socket = socket
      // A server that stops may have broken off the response before.
      guard !state.isBrokenOff else {
        socket.reset()
        return true
      }
      state.framing = framing
      state.memory = memory
      state.waiting = head + state.waiting
      flush(&state)
      return false
    }
    // Don't watch any earlier, because a disconnect is reported only once.
    socket.watch()
    state.withLock { $0.start.take() }?(isBrokenOff ? nil : self)
  }

  /// Ends a stream whose connection isn't taken over.
  package func abandon() { end { _ in true } }

  /// Sends as many bytes as the socket accepts now. The rest is sent when it accepts more.
  func flush(_ state: inout State) {
    guard let socket = state.socket, !state.isBrokenOff else { return }
    repeat {
      let sent = state.waiting.withUnsafeBytes { [isLast = state.part.isSent] in
        socket.send($0, isLast: isLast)
      }
      if sent == state.waiting.count {
        // Free the memory, so that only streams that lag behind use any.
        state.waiting = []
      } else if sent >= 0 {
        state.waiting.removeFirst(sent)
        socket.isAwaited = true
        return
      } else {
        state.loseClient()
        return
      }
    } while state.sendPart(through: socket)
    guard state.part.isSent else { return }
    socket.isAwaited = false
    if state.isClosed {
      if !state.isBrokenOff { state.outcome.complete() }
      socket.end()
    }
  }

  /// Reads data from the client. A client rarely sends any, but this is how a disconnect is detected.
  ///
  /// A client of a produced response can close its half of the connection and still read. Whether it does is known only
  /// when bytes are sent.
  private func look() {
    end { [isProduced] state in
      switch state.socket?.look() {
      case nil, .open: return false
      case .halfClosed where isProduced:
        state.socket?.stopWatching()
        state.halfClosed = state.halfClosed ?? ConnectionClock.now
        return false
      case .halfClosed, .ended: return true
      }
    }
  }

  /// Whether the client has closed its half of the connection.
  var isHalfClosed: Bool { state.withLock { $0.halfClosed != nil } }

  private func end(where isAtEnd: (inout State) -> Bool) {
    let (bodies, start) = state.withLock { state in
      guard isAtEnd(&state) else { return ([], nil) as Ending }
      state.socket?.leave()
      state.isEnded = true
      state.waiting = []
      state.endPart()
      state.socket = nil
      defer { state.onEnd = [] }
      return (state.onEnd, state.start.take())
    }
    start?(nil)
    for body in bodies { body() }
  }

  private typealias Ending = (
    bodies: [@Sendable () -> Void], start: (@Sendable (HTTPStream?) -> Void)?
  )
}

/// A socket that Dispatch watches. It's used under the lock of its stream, which keeps it until `leave()`.
///
/// It's unchecked because Dispatch's sources can be used from any thread, and the rest is protected by that lock.
final class StreamSocket: @unchecked Sendable {
  static let queue = DispatchQueue(label: "cairn.streams")

  /// A file descriptor that's closed when it's no longer watched.
  private final class File: Sendable {
    let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }
  }

  private let file: File
  private var descriptor: Int32 { file.descriptor }
  private let reading: any DispatchSourceRead
  private let onReadable: @Sendable () -> Void
  private let onWritable: @Sendable () -> Void
  /// Whether this side has ended the connection.
  private var hasEnded = false
  private var writing: (any DispatchSourceWrite)?
  /// The number of bytes that the client has sent.
  private var heard = 0
  /// The maximum number of bytes that the client can send. It allows for one more request after the first.
  private static let hearingLimit = 16 * 1024

  init(
    _ descriptor: Int32, onReadable: @escaping @Sendable () -> Void,
    onWritable: @escaping @Sendable () -> Void
  ) {
    file = File(descriptor)
    self.onReadable = onReadable
    self.onWritable = onWritable
    reading = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
    reading.setEventHandler(handler: onReadable)
    reading.setCancelHandler { [file] in withExtendedLifetime(file) {} }
    // Each message is complete, so there's no reason to delay it.
    set(TCP_NODELAY, of: Int32(IPPROTO_TCP), to: 1)
    // Otherwise, the system lets the buffer grow to megabytes, in memory that isn't subject to any limit.
    set(SO_SNDBUF, of: SOL_SOCKET, to: Self.sendBuffer)
    set(TCP_USER_TIMEOUT, of: Int32(IPPROTO_TCP), to: Self.patience)
  }

  /// The number of bytes that the system buffers for a client that doesn't read. It uses twice as much memory.
  private static let sendBuffer: Int32 = 32 * 1024
  /// How long the system keeps unacknowledged bytes, in milliseconds.
  private static let patience: Int32 = 60_000

  private func set(_ option: Int32, of level: Int32, to value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Starts to watch for a disconnect.
  func watch() { reading.activate() }

  /// Whether Dispatch reports when the socket accepts more bytes.
  var isAwaited: Bool {
    get { writing != nil }
    set {
      guard newValue != isAwaited else { return }
      if newValue {
        let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: Self.queue)
        source.setEventHandler(handler: onWritable)
        source.setCancelHandler { [file] in withExtendedLifetime(file) {} }
        source.activate()
        writing = source
      } else {
        writing?.cancel()
        writing = nil
      }
    }
  }

  /// Sends as many bytes as the socket accepts. Returns their number, or -1 if the client has disconnected.
  ///
  /// - Parameter isLast: Whether no other bytes follow immediately, so that the system doesn't wait for them.
  func send(_ bytes: UnsafeRawBufferPointer, isLast: Bool = true) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = Glibc.send(
        descriptor, bytes.baseAddress.unsafelyUnwrapped + sent, bytes.count - sent,
        Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL) | (isLast ? 0 : Int32(MSG_MORE)))
      if count > 0 {
        sent += count
      } else if errno != EINTR {
        return errno == EAGAIN ? sent : -1
      }
    }
    return sent
  }

  /// Shuts down the connection.
  func end() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    noteEnd()
  }

  /// Closes the connection and discards the bytes that the client hasn't read. The client sees that bytes were lost.
  ///
  /// The sending half isn't shut down, because the client would take that for the end of a complete response.
  func reset() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    shutdown(descriptor, Int32(SHUT_RD))
    isAwaited = false
    noteEnd()
  }

  /// Lets the stream detect the end, also if the socket isn't watched any more.
  private func noteEnd() {
    guard !hasEnded else { return }
    hasEnded = true
    Self.queue.async(execute: onReadable)
  }

  /// What a look at a socket has found.
  enum Finding {
    case open
    /// The client sends nothing any more, but may still read.
    case halfClosed
    /// The client has disconnected or has sent too much, or this side has ended.
    case ended
  }

  /// Looks for data, which is ignored, and for the end of the connection.
  func look() -> Finding {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { room in
      while heard <= Self.hearingLimit {
        let count = recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        if count == 0 { return hasEnded ? .ended : .halfClosed }
        if count > 0 {
          heard += count
        } else if errno != EINTR {
          return errno == EAGAIN ? .open : .ended
        }
      }
      return .ended
    }
  }

  /// Stops watching for data from the client. The end of this side is still detected.
  func stopWatching() { reading.cancel() }

  /// Releases the socket, which is closed when Dispatch no longer watches it.
  func leave() {
    isAwaited = false
    reading.cancel()
  }
}
