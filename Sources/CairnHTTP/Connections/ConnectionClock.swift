import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The current phase of a connection, its start, and its number of bytes.
///
/// It's written on the connection's thread, and read by code that looks for connections that take too long.
final class ConnectionClock: Sendable {
  enum Phase: Int64 {
    /// The connection was opened, and is waiting for the head of its first request.
    case opened
    /// A response was sent, and the connection is waiting for the head of the next request.
    case idle
    /// A body is arriving.
    case receiving
    /// The response is being created. The client isn't responsible for how long that takes.
    case working
    /// The response is being sent.
    case sending
  }

  let descriptor: Int32
  /// The address group of the client, or `nil` if its connections aren't counted.
  let counted: AddressGroup?
  private let state: Atomic<Int64>
  private let moved = Atomic<Int>(0)
  /// The reason for which the server has ended the connection, until it's logged.
  private let rejection = Mutex<RejectionReason?>(nil)

  init(descriptor: Int32, counted: AddressGroup?, now: Int64) {
    self.descriptor = descriptor
    self.counted = counted
    state = Atomic(now << 3 | Phase.opened.rawValue)
  }

  /// Enters a phase.
  ///
  /// - Parameter bytes: The number of bytes to transfer in the phase, or already transferred.
  func enter(_ phase: Phase, bytes: Int = 0, at now: Int64 = ConnectionClock.now) {
    moved.store(bytes, ordering: .relaxed)
    // Store the phase after the bytes, so that code that sees the phase also sees the bytes.
    state.store(now << 3 | phase.rawValue, ordering: .releasing)
  }

  /// Records how many bytes have arrived in this phase.
  func note(received bytes: Int) {
    moved.store(bytes, ordering: .relaxed)
  }

  /// The current phase, its start in milliseconds of ``now``, and its number of bytes.
  var current: (phase: Phase, since: Int64, bytes: Int) {
    let state = state.load(ordering: .acquiring)
    return (
      Phase(rawValue: state & 7) ?? .working, state >> 3, moved.load(ordering: .relaxed)
    )
  }

  /// Records why the server ends the connection.
  func note(_ reason: RejectionReason) { rejection.withLock { $0 = reason } }

  /// Returns why the server has ended the connection. Later calls return `nil`.
  func takeRejection() -> RejectionReason? {
    rejection.withLock { rejection in
      defer { rejection = nil }
      return rejection
    }
  }

  /// The milliseconds of a clock that's never set, accurate to a few milliseconds.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// The addresses that count as one client.
///
/// This is an IPv4 address, or the first 64 bits of an IPv6 address, because one client has all addresses
/// of such a network.
package struct AddressGroup: Hashable, Sendable {
  package let bits: UInt128

  package init(_ address: IPAddress) {
    bits = address.isIPv4 ? address.bits : (address.bits >> 64) << 64
  }
}
