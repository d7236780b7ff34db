import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// What a connection is at, since when, and how many bytes that takes. Written on the connection's
/// thread, read by whoever looks for connections that take too long.
final class ConnectionClock: Sendable {
  enum Phase: Int64 {
    /// It was opened, and its first request's head is awaited.
    case opened
    /// An answer was sent, and the next request's head is awaited.
    case idle
    /// A body arrives.
    case receiving
    /// The answer is being made. That is nobody's fault out there.
    case working
    /// The answer is being sent.
    case sending
  }

  let descriptor: Int32
  /// Who is at the other end; nil where connections of that address are not counted.
  let counted: AddressGroup?
  private let state: Atomic<Int64>
  private let moved = Atomic<Int>(0)

  init(descriptor: Int32, counted: AddressGroup?, now: Int64) {
    self.descriptor = descriptor
    self.counted = counted
    state = Atomic(now << 3 | Phase.opened.rawValue)
  }

  /// Enters a phase.
  /// - Parameter bytes: Those that are to be moved in it, or have been.
  func enter(_ phase: Phase, bytes: Int = 0, at now: Int64 = ConnectionClock.now) {
    moved.store(bytes, ordering: .relaxed)
    // After the bytes: who sees the phase sees them too.
    state.store(now << 3 | phase.rawValue, ordering: .releasing)
  }

  /// Notes how many bytes have arrived in this phase.
  func note(received bytes: Int) {
    moved.store(bytes, ordering: .relaxed)
  }

  /// What the connection is at, and since when, in milliseconds of ``now``.
  var current: (phase: Phase, since: Int64, bytes: Int) {
    let state = state.load(ordering: .acquiring)
    return (
      Phase(rawValue: state & 7) ?? .working, state >> 3, moved.load(ordering: .relaxed)
    )
  }

  /// The milliseconds of a clock that is never set, to within a few.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// Addresses that are counted as one client: an IPv4 address, or the 64 bits of an IPv6 network, of
/// which one client has all addresses.
package struct AddressGroup: Hashable, Sendable {
  package let bits: UInt128

  package init(_ address: IPAddress) {
    bits = address.isIPv4 ? address.bits : (address.bits >> 64) << 64
  }
}
