import CHiredis

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection of hiredis whose calls never wait. Only one thread uses it.
final class RedisSocket {
  private let context: UnsafeMutablePointer<redisContext>
  private(set) var isConnecting = true
  private var hasOutput = false

  /// Begins to connect.
  init(to address: RedisAddress) throws(ConnectionFailure) {
    guard let context = redisConnectNonBlock(address.host, CInt(address.port)) else {
      throw ConnectionFailure(reason: "there is no memory for a connection")
    }
    self.context = context
    if context.pointee.err != 0 { throw failure }
  }

  deinit {
    redisFree(context)
  }

  var descriptor: CInt { context.pointee.fd }
  var wantsToWrite: Bool { isConnecting || hasOutput }

  /// Checks whether the attempt to connect has succeeded. Call this when the socket is ready for writing.
  func finishConnecting() throws(ConnectionFailure) {
    var code: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0, code == 0 else {
      throw ConnectionFailure(reason: String(cString: strerror(code == 0 ? errno : code)))
    }
    isConnecting = false
    _ = redisEnableKeepAlive(context)
  }

  /// Appends a command to the output.
  func send(_ arguments: RedisArguments) throws(ConnectionFailure) {
    guard arguments.send(on: context) else { throw failure }
    hasOutput = true
  }

  /// Writes as much of the output as the socket accepts.
  func flush() throws(ConnectionFailure) {
    guard hasOutput, !isConnecting else { return }
    var isDone: CInt = 0
    guard redisBufferWrite(context, &isDone) == REDIS_OK else { throw failure }
    hasOutput = isDone == 0
  }

  /// Reads what the socket has. Call this when it's ready for reading, and then ``nextReply()``.
  func receive() throws(ConnectionFailure) {
    guard redisBufferRead(context) == REDIS_OK else { throw failure }
  }

  /// Returns the next reply, or `nil` if it isn't complete.
  func nextReply() throws(ConnectionFailure) -> RedisReply? {
    var pointer: UnsafeMutableRawPointer?
    guard redisGetReplyFromReader(context, &pointer) == REDIS_OK else { throw failure }
    guard let pointer else { return nil }
    defer { freeReplyObject(pointer) }
    return RedisReply(pointer.assumingMemoryBound(to: redisReply.self))
  }

  private var failure: ConnectionFailure {
    let text = withUnsafeBytes(of: context.pointee.errstr) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return ConnectionFailure(
      reason: text.isEmpty ? "the connection failed" : text,
      isProtocol: context.pointee.err == REDIS_ERR_PROTOCOL)
  }
}

/// The reason why a connection can't be used any longer.
struct ConnectionFailure: Error {
  let reason: String
  /// Whether the other side doesn't speak Redis's protocol.
  var isProtocol = false
}
