import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The body of an answer that goes on: bytes are sent as they come, such as Server-Sent Events.
///
/// It holds no thread, and nothing of libmicrohttpd: that has 36 kB of memory for each connection, of which a stream
/// needs no byte once its request was read. So it takes the connection over, and the answer ends with it. What
/// was not sent yet waits in memory up to a limit; who reads slower than that is cut off, and so is who goes on
/// sending.
public final class HTTPStream: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    var socket: StreamSocket?
    /// Nothing more is to be sent than what waits.
    var isClosed = false
    var isEnded = false
    var onEnd: [@Sendable () -> Void] = []
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
      if !state.isEnded { state.onEnd.append(body) }
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
        state.waiting = []
        state.isClosed = true
        state.socket?.reset()
      } else {
        state.waiting += bytes
      }
      flush(&state)
      return !state.isClosed
    }
  }

  /// Ends the answer after what was sent, for which a reader has ten seconds.
  public func close() {
    state.withLock { state in
      state.isClosed = true
      flush(&state)
      guard !state.waiting.isEmpty, let socket = state.socket else { return }
      StreamSocket.queue.asyncAfter(deadline: .now() + 10) { socket.reset() }
    }
  }

  /// What a transport without sockets has received so far.
  package var sent: [UInt8] { state.withLock { $0.waiting } }

  // MARK: The socket

  /// Takes over a connection's socket, and sends what there is.
  /// - Parameter head: What is sent before everything else.
  func attach(to descriptor: Int32, head: [UInt8]) {
    let socket = StreamSocket(
      descriptor, onReadable: { [self] in look() },
      onWritable: { [self] in state.withLock { flush(&$0) } })
    state.withLock { state in
      state.socket = socket
      state.waiting = head + state.waiting
      flush(&state)
    }
    // Not before: that a client has gone is said once.
    socket.watch()
  }

  /// Ends a stream that no connection takes over.
  package func abandon() { end { _ in true } }

  /// Sends what the socket takes now; the rest when it takes more.
  private func flush(_ state: inout State) {
    guard let socket = state.socket else { return }
    let sent = state.waiting.withUnsafeBytes { socket.send($0) }
    if sent == state.waiting.count {
      // Memory of its own is for streams that are behind.
      state.waiting = []
      socket.isAwaited = false
      if state.isClosed { socket.end() }
    } else if sent >= 0 {
      state.waiting.removeFirst(sent)
      socket.isAwaited = true
    } else {
      state.waiting = []
      state.isClosed = true
      socket.end()
    }
  }

  /// Reads what a client has to say, which is nothing or not much: it is found out here when it goes.
  private func look() {
    end { $0?.isAtEnd() ?? false }
  }

  private func end(where isAtEnd: (StreamSocket?) -> Bool) {
    let bodies = state.withLock { state -> [@Sendable () -> Void] in
      guard isAtEnd(state.socket) else { return [] }
      state.socket?.leave()
      state.isEnded = true
      state.waiting = []
      state.socket = nil
      defer { state.onEnd = [] }
      return state.onEnd
    }
    for body in bodies { body() }
  }
}

/// A socket that Dispatch watches. It is used under the lock of its stream, which it holds until it was left.
///
/// Unchecked: Dispatch's sources may be used from any thread, and the rest is under that lock.
private final class StreamSocket: @unchecked Sendable {
  static let queue = DispatchQueue(label: "cairn.streams")

  /// Closes the socket when nobody watches it any more.
  private final class File: Sendable {
    let descriptor: Int32
    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }
  }

  private let file: File
  private var descriptor: Int32 { file.descriptor }
  private let reading: any DispatchSourceRead
  private let onWritable: @Sendable () -> Void
  private var writing: (any DispatchSourceWrite)?
  /// How many bytes the other side has sent.
  private var heard = 0
  /// The most of them: a request may come behind the first one.
  private static let hearingLimit = 16 * 1024

  init(
    _ descriptor: Int32, onReadable: @escaping @Sendable () -> Void,
    onWritable: @escaping @Sendable () -> Void
  ) {
    file = File(descriptor)
    self.onWritable = onWritable
    reading = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
    reading.setEventHandler(handler: onReadable)
    reading.setCancelHandler { [file] in withExtendedLifetime(file) {} }
    // What is sent is a whole: there is nothing to wait for.
    set(TCP_NODELAY, of: Int32(IPPROTO_TCP), to: 1)
    // The system would let it grow to megabytes, in memory that no limit counts.
    set(SO_SNDBUF, of: SOL_SOCKET, to: Self.sendBuffer)
    set(TCP_USER_TIMEOUT, of: Int32(IPPROTO_TCP), to: Self.patience)
  }

  /// How many bytes the system keeps for a client that doesn't read; it takes twice as much memory.
  private static let sendBuffer: Int32 = 32 * 1024
  /// How long the system keeps them, in milliseconds.
  private static let patience: Int32 = 60_000

  private func set(_ option: Int32, of level: Int32, to value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Begins to look whether the other side has gone.
  func watch() { reading.activate() }

  /// Whether it is to be said when the socket takes more.
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

  /// Sends as much as the socket takes; -1 where nobody is there.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = Glibc.send(
        descriptor, bytes.baseAddress.unsafelyUnwrapped + sent, bytes.count - sent,
        Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      if count > 0 {
        sent += count
      } else if errno != EINTR {
        return errno == EAGAIN ? sent : -1
      }
    }
    return sent
  }

  /// Says that nothing more is sent. That is found out where it is read.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Ends it, and lets go of what the other side hasn't read. It learns that bytes were lost.
  func reset() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    end()
  }

  /// Whether the other side has gone, or this one has ended; what it says besides is for nobody, and it may not
  /// say much.
  func isAtEnd() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { room in
      while heard <= Self.hearingLimit {
        let count = recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
        if count == 0 { return true }
        if count > 0 {
          heard += count
        } else if errno != EINTR {
          return errno != EAGAIN
        }
      }
      return true
    }
  }

  /// Lets go of the socket, which is closed when Dispatch does not watch it any more.
  func leave() {
    isAwaited = false
    reading.cancel()
  }
}

/// The streams of a daemon, so that they can be ended when it stops.
final class OpenStreams: Sendable {
  private struct State {
    var isClosed = false
    var streams: [ObjectIdentifier: HTTPStream] = [:]
  }
  private let state = Mutex(State())

  var count: Int { state.withLock(\.streams.count) }

  /// Remembers a stream until it ends; one that comes after `close()` is ended at once.
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
