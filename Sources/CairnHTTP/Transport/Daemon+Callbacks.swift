import CMicroHTTPD
import Logging
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The callbacks of libmicrohttpd, all of which run on the daemon's thread. `context` is the daemon, which lives as
/// long as libmicrohttpd's own.
extension Daemon {
  private static func daemon(_ context: UnsafeMutableRawPointer) -> Daemon {
    Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
  }

  /// Returns an exchange, which the daemon retains from the start of its connection to its end.
  private static func exchange(_ context: UnsafeMutableRawPointer) -> Exchange {
    Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
  }

  /// Returns whether an address may open another connection.
  static let admissionCallback: MHD_AcceptPolicyCallback = { context, address, _ in
    guard let context else { return .NO }
    let daemon = daemon(context)
    daemon.threadID.store(SystemThread.current.id, ordering: .relaxed)
    let address = address.flatMap { IPAddress($0) }
    guard !daemon.connections.admit(address) else { return .YES }
    if !daemon.idle.isStopping {
      daemon.rejections.log(.connections, status: nil, client: address?.description ?? "")
    }
    return .NO
  }

  static let connectionCallback: MHD_NotifyConnectionCallback = {
    context, connection, kept, event in
    guard let context, let connection, let kept else { return }
    switch event {
    case .CONNECTION_NOTIFY_STARTED:
      let exchange = Exchange(
        daemon: daemon(context), connection: ConnectionPointer(raw: connection))
      daemon(context).connections.add(exchange.clock)
      daemon(context).exchanges[ObjectIdentifier(exchange)] = exchange
      kept.pointee = Unmanaged.passUnretained(exchange).toOpaque()
    case .CONNECTION_NOTIFY_CLOSED:
      guard let exchange = kept.pointee.map({ Daemon.exchange($0) }) else { return }
      kept.pointee = nil
      exchange.logEnd()
      // libmicrohttpd closes the socket after this.
      daemon(context).connections.remove(exchange.clock)
      daemon(context).exchanges[ObjectIdentifier(exchange)] = nil
    }
  }

  /// Handles the request line. This is the only time at which the target is available as it was sent.
  static let targetCallback:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?)
      -> UnsafeMutableRawPointer? = { _, target, connection in
        guard let target, let connection, let kept = cairn_connection_context(connection)
        else { return nil }
        // This is the connection's memory, which libmicrohttpd can write to. So can this code during the callback.
        let bytes = UnsafeMutableRawPointer(mutating: target)
          .assumingMemoryBound(to: UInt8.self)
        exchange(kept).begin(
          target: UnsafeMutableBufferPointer(start: bytes, count: strlen(target)))
        return kept
      }

  static let requestCallback: MHD_AccessHandlerCallback = {
    _, _, _, method, version, data, size, kept in
    guard let exchange = kept?.pointee, let method, let version, let size else { return .NO }
    return Daemon.exchange(exchange).proceed(
      method: method, version: version, data: data, size: size)
  }

  static let completedCallback: MHD_RequestCompletedCallback = { _, _, kept, outcome in
    guard let exchange = kept?.pointee else { return }
    kept?.pointee = nil
    Daemon.exchange(exchange).end(
      isComplete: outcome == .REQUEST_TERMINATED_COMPLETED_OK,
      isTimeout: outcome == .REQUEST_TERMINATED_TIMEOUT_REACHED)
  }

  /// Leaves targets unchanged, because `RequestTarget` decodes them.
  static let unescapeCallback:
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int =
      {
        _, _, text in text.map { strlen($0) } ?? 0
      }

  static let logCallback: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void =
    { context, line in
      guard let context, let line else { return }
      let words = String(cString: line).split(whereSeparator: \.isWhitespace)
      let message = words.joined(separator: " ")
      let daemon = daemon(context)
      // The only way to take a socket from libmicrohttpd is to report an error.
      if daemon.isHandingOver, message.hasPrefix("Application reported internal error") {
        daemon.isHandingOver = false
        return
      }
      daemon.logger.debug("libmicrohttpd: \(message)")
      daemon.answerAhead(of: message)
    }
}
