import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The open connections of a daemon, so that those can be ended that take too long.
///
/// libmicrohttpd ends what is silent. This ends what says a little now and then, which is how one
/// client keeps many connections for nothing: a head has a time in all, a body and an answer a least
/// rate. Where connections or memory become scarce, all of that becomes shorter.
final class Connections: Sendable {
  private struct State {
    var open: [ObjectIdentifier: ConnectionClock] = [:]
    /// How many libmicrohttpd has been allowed to begin, and has not begun.
    var admitted = 0
    var isEnding = false
    /// Since when bytes wait in the socket of a connection whose next head is awaited.
    var unread: [ObjectIdentifier: Int64] = [:]
  }
  private let state = Mutex(State())
  private let limits: ConnectionLimits
  private let addresses: AddressCounts
  /// How many there may be.
  let limit: Int

  init(limit: Int, limits: ConnectionLimits, addresses: AddressCounts) {
    self.limit = limit
    self.limits = limits
    self.addresses = addresses
  }

  /// Whether an address may have one more connection, which is about to begin then.
  func admit(_ address: IPAddress?) -> Bool {
    addresses.admits(address)
      && state.withLock { state in
        guard !state.isEnding else { return false }
        state.admitted += 1
        return true
      }
  }

  /// Remembers a connection that was admitted.
  func add(_ connection: ConnectionClock) {
    state.withLock { state in
      state.admitted = max(0, state.admitted - 1)
      state.open[ObjectIdentifier(connection)] = connection
      if state.isEnding { connection.end() }
    }
    if let counted = connection.counted { addresses.add(counted) }
  }

  /// Forgets a connection; its descriptor is not touched any more when this returns.
  func remove(_ connection: ConnectionClock) {
    state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(connection)) }
    if let counted = connection.counted { addresses.remove(counted) }
  }

  /// Ends all connections, whatever they are at, and those that are about to begin.
  ///
  /// A head that libmicrohttpd refuses while it is being stopped ends the process: it draws the answer's
  /// header, and has no answer any more. What is not read is not refused.
  func endAll() {
    state.withLock { state in
      state.isEnding = true
      for connection in state.open.values { connection.end() }
    }
  }

  /// Waits until libmicrohttpd has seen that all connections have ended; until a time at the latest. It blocks its
  /// thread.
  func awaitEnd(until deadline: DispatchTime) {
    while DispatchTime.now() < deadline, state.withLock({ !$0.open.isEmpty || $0.admitted > 0 }) {
      usleep(1000)
    }
  }

  var count: Int { state.withLock(\.open.count) }

  /// Ends the connections that have taken too long, and where there are nearly too many those that have
  /// waited longest.
  /// - Parameter isMemoryScarce: Whether too many bytes are on their way.
  /// - Returns: How many were ended.
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
          connection.end()
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
      for (_, connection) in candidates.prefix(surplus) { connection.end() }
      return ended + min(surplus, candidates.count)
    }
  }
}

extension Connections {
  /// How long bytes may wait in a socket until libmicrohttpd is taken to have stopped reading it. In milliseconds.
  private static let unreadLimit: Int64 = 2000

  /// Answers the connections that libmicrohttpd has given up without a word, and ends them.
  ///
  /// libmicrohttpd 1.0 does that with a request line for which it has no memory. It closes the socket only
  /// after the silence that is allowed, and reads no more until then.
  /// - Parameters:
  ///   - isReading: Whether the daemon's thread is free to read what arrives.
  ///   - response: What is sent.
  /// - Returns: How many there were.
  func refuseUnread(at now: Int64, isReading: Bool, with response: () -> [UInt8]) -> Int {
    state.withLock { state in
      guard isReading else {
        state.unread = [:]
        return 0
      }
      var unread: [ObjectIdentifier: Int64] = [:]
      var refused = 0
      for (id, connection) in state.open where connection.hasUnreadHead {
        let since = state.unread[id] ?? now
        if now - since < Self.unreadLimit {
          unread[id] = since
        } else {
          sendClosing(response(), on: connection.descriptor)
          connection.end()
          refused += 1
        }
      }
      state.unread = unread
      return refused
    }
  }
}

extension ConnectionClock {
  /// Whether bytes of a body or an answer are kept for it.
  fileprivate var holdsBytes: Bool {
    switch current.phase {
    case .receiving, .sending: true
    case .opened, .idle, .working: false
    }
  }

  /// Whether a head is awaited, and bytes of it are in the socket.
  fileprivate var hasUnreadHead: Bool {
    switch current.phase {
    case .opened, .idle:
      var byte: UInt8 = 0
      return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    case .receiving, .working, .sending: return false
    }
  }

  /// Whether the other side has ended within a body, a second ago or longer. libmicrohttpd does not see that where
  /// the end came right behind the last bytes: to it the client is silent.
  fileprivate func hasLeftBody(at now: Int64) -> Bool {
    let (phase, since, _) = current
    guard phase == .receiving, now - since > 1000 else { return false }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 0
  }

  /// Ends the connection: libmicrohttpd finds it closed.
  fileprivate func end() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}

/// How many connections each client has.
final class AddressCounts: Sendable {
  private let counts = Mutex<[AddressGroup: Int]>([:])
  private let limit: Int
  private let exempt: [IPNetwork]

  /// - Parameters:
  ///   - limit: The most connections of a client; nil for no limit.
  ///   - exempt: The addresses that are not counted.
  init(limit: Int?, exempt: [IPNetwork]) {
    self.limit = limit ?? .max
    self.exempt = limit == nil ? [] : exempt
  }

  /// What an address counts as; nil where it is not counted.
  func group(of address: IPAddress?) -> AddressGroup? {
    guard limit < .max, let address, !exempt.contains(where: { $0.contains(address) })
    else { return nil }
    return AddressGroup(address)
  }

  /// Whether an address may have one more.
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
