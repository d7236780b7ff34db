import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Gives pages their time of issue: microseconds since 1970, each larger than the one before.
///
/// ``NonceRing`` tells by it whether a page is older than what it remembers. So it must not stand
/// still within a busy second, nor step back with the system's clock.
package enum IssueClock {
  private static let last = Atomic<UInt64>(0)

  package static func next() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = UInt64(max(0, time.tv_sec)) * 1_000_000 + UInt64(max(0, time.tv_nsec)) / 1000
    return next(now: now, after: last)
  }

  static func next(now: UInt64, after last: borrowing Atomic<UInt64>) -> UInt64 {
    var previous = last.load(ordering: .relaxed)
    while true {
      let next = max(now, previous &+ 1)
      let (exchanged, original) = last.weakCompareExchange(
        expected: previous, desired: next, ordering: .relaxed)
      if exchanged { return next }
      previous = original
    }
  }
}
