import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A clock for the times at which pages are issued. Each time is greater than the previous one, in microseconds since
/// 1970.
///
/// `NonceRing` uses it to decide whether a page is older than its memory. The clock must therefore advance even within
/// a microsecond, and must not go back when the system's clock does.
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
