import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The open connections of a daemon, which can be closed if they take too long.
///
/// libmicrohttpd closes silent connections. This type also closes connections that send a little now and then, which is
/// how a client can occupy many connections. A head has a maximum total time, and bodies and responses have a minimum
/// rate. If connections or memory become scarce, these limits become stricter.
final class Connections: Sendable {
  private struct State {
    var open: [ObjectIdentifier: ConnectionClock] = [:]
    /// The number of connections that were admitted but that libmicrohttpd hasn't started yet.
    var admitted = 0
    var isEnding = false
    /// For each connection with unread bytes of a new head in its socket, when these bytes were first seen.
    var unread: [ObjectIdentifier: Int64] = [:]
  }
  private let state = Mutex(State())
  private let limits: ConnectionLimits
  private let addresses: AddressCounts
  /// The maximum number of connections.
  let limit: Int

  init(limit: Int, limits: ConnectionLimits, addresses: AddressCounts) {
    self.limit = limit
    self.limits = limits
    self.addresses = addresses
  }

  /// Returns whether an address may open another connection. If so, the connection is expected to start.
  func admit(_ address: IPAddress?) -> Bool {
    addresses.admits(address)
      && state.withLock { state in
        guard !state.isEnding else { return false }
        state.admitted += 1
        return true
      }
  }

  /// Tracks a connection that was admitted.
  func add(_ connection: ConnectionClock) {
    state.withLock { state in
      state.admitted = max(0, state.admitted - 1)
      state.open[ObjectIdentifier(connection)] = connection
      if state.isEnding { connection.end() }
    }
    if let counted = connection.counted { addresses.add(counted) }
  }

  /// Stops tracking a connection. After this, its descriptor is no longer used.
  func remove(_ connection: ConnectionClock) {
    state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(connection)) }
    if let counted = connection.counted { addresses.remove(counted) }
  }

  /// Ends all connections in any phase, including connections that are about to start.
  ///
  /// libmicrohttpd 0.9.75 ends the process if it rejects a head while it's being stopped, because it accesses a
  /// response that no longer exists. It can't reject a head that it doesn't read.
  func endAll() {
    state.withLock { state in
      state.isEnding = true
      for connection in state.open.values { connection.end() }
    }
  }

  /// Blocks the thread until libmicrohttpd has detected the end of all connections, or until a deadline.
  func awaitEnd(until deadline: DispatchTime) {
    while DispatchTime.now() < deadline, state.withLock({ !$0.open.isEmpty || $0.admitted > 0 }) {
      usleep(1000)
    }
  }

  var count: Int { state.withLock(\.open.count) }

  /// Ends connections that take too long.
  ///
  /// If connections or memory are scarce, this also ends connections that exceed the stricter limits, slowest first.
  ///
  /// - Parameter isMemoryScarce: Whether too many bytes are in flight.
  /// - Returns: The number of connections that were ended.
  @discardableResult
  func sweep(at now: Int64 = ConnectionClock.now, isMemoryScarce: Bool) -> Int {
    state.withLock { state in
      let open = state.open
      var ended = 0
      var candidates: [(excess: Int64, connection: ConnectionClock)] = []
      let isScarce = open.count > limit / 4 * 3
      let scarce = limits.scarce
      for connection in open.values {
        if limits.excess(of: connection, at: now) != nil || connection.hasLeftBody(at: now) {
          connection.end(because: .tooSlow)
          ended += 1
        } else if isScarce || isMemoryScarce && connection.holdsBytes,
          let excess = scarce.excess(of: connection, at: now)
        {
          candidates.append((excess, connection))
        }
      }
      let surplus =
        isMemoryScarce ? candidates.count : max(0, open.count - ended - limit / 2)
      candidates.sort { $0.excess > $1.excess }
      for (_, connection) in candidates.prefix(surplus) { connection.end(because: .tooSlow) }
      return ended + min(surplus, candidates.count)
    }
  }
}

extension Connections {
  /// How long bytes can wait in a socket before libmicrohttpd is assumed to have stopped reading it, in milliseconds.
  private static let unreadLimit: Int64 = 2000

  /// Responds to the connections that libmicrohttpd has silently abandoned, and ends them.
  ///
  /// libmicrohttpd 1.0 abandons a connection if it has no memory for the request line. It stops reading, and closes the
  /// socket only after the timeout for silence.
  ///
  /// - Parameters:
  ///   - isReading: Whether the daemon's thread has read all bytes that have arrived, and waits for more.
  ///   - response: Returns the bytes to send.
  /// - Returns: The number of connections that were ended.
  func refuseUnread(
    at now: Int64, isReading: @autoclosure () -> Bool, with response: () -> [UInt8]
  ) -> Int {
    state.withLock { state in
      let candidates = state.open.filter { $0.value.hasUnreadHead }
      guard !candidates.isEmpty, isReading() else {
        state.unread = [:]
        return 0
      }
      var unread: [ObjectIdentifier: Int64] = [:]
      var refused = 0
      for (id, connection) in candidates {
        let since = state.unread[id] ?? now
        if now - since < Self.unreadLimit {
          unread[id] = since
        } else {
          sendClosing(response(), on: connection.descriptor)
          connection.end(because: .targetTooLong)
          refused += 1
        }
      }
      state.unread = unread
      return refused
    }
  }
}

extension ConnectionClock {
  /// Whether the server has bytes of a body or a response in memory for the connection.
  fileprivate var holdsBytes: Bool {
    switch current.phase {
    case .receiving, .sending: true
    case .opened, .idle, .working: false
    }
  }

  /// Whether the connection is waiting for a head, and its socket has bytes of one.
  fileprivate var hasUnreadHead: Bool {
    switch current.phase {
    case .opened, .idle:
      var byte: UInt8 = 0
      return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    case .receiving, .working, .sending: return false
    }
  }

  /// Returns whether the client ended the connection during a body, if the body started more than a second ago.
  ///
  /// libmicrohttpd doesn't detect this if the end arrived directly after the last bytes. It only sees a silent client.
  fileprivate func hasLeftBody(at now: Int64) -> Bool {
    let (phase, since, _) = current
    guard phase == .receiving, now - since > 1000 else { return false }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  /// Shuts the connection down, so that libmicrohttpd finds it closed.
  ///
  /// - Parameter reason: The reason for the log, or `nil` if the client didn't cause the end.
  fileprivate func end(because reason: RejectionReason? = nil) {
    if let reason { note(reason) }
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}

/// The number of connections of each client.
final class AddressCounts: Sendable {
  private let counts = Mutex<[AddressGroup: Int]>([:])
  private let limit: Int
  private let exempt: [IPNetwork]

  /// Creates a counter.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of connections of a client, or `nil` for no limit.
  ///   - exempt: The addresses that aren't counted.
  init(limit: Int?, exempt: [IPNetwork]) {
    self.limit = limit ?? .max
    self.exempt = limit == nil ? [] : exempt
  }

  /// Returns the group that an address belongs to, or `nil` if the address isn't counted.
  func group(of address: IPAddress?) -> AddressGroup? {
    guard limit < .max, let address, !exempt.contains(where: { $0.contains(address) })
    else { return nil }
    return AddressGroup(address)
  }

  /// Returns whether an address may have another connection.
  func admits(_ address: IPAddress?) -> Bool {
    guard let group = group(of: address) else { return true }
    return counts.withLock { $0[group, default: 0] } < limit
  }

  func add(_ group: AddressGroup) {
    counts.withLock { $0[group, default: 0] += 1 }
  }

  func remove(_ group: AddressGroup) {
    counts.withLock { counts in
      let left = (counts[group] ?? 1) - 1
      counts[group] = left > 0 ? left : nil
    }
  }
}
