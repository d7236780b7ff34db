/// A queue in front of one processor, in order of arrival.
///
/// Arrivals must be added in the order of their times.
struct WorkQueue {
  /// The time at which the processor has no work left.
  private(set) var end = 0.0
  /// The times at which the work of accepted requests begins, in order. Those before `first` have begun.
  private var starts: [Double] = []
  private var first = 0

  /// Adds a request, and returns the time at which its work ends.
  mutating func add(at time: Double, work: Double) -> Double {
    let start = max(time, end)
    starts.append(start)
    end = start + work
    return end
  }

  /// Adds work that no request waits for, such as a rejection.
  mutating func add(work: Double, at time: Double) { end = max(time, end) + work }

  /// Returns the number of requests whose work hasn't begun.
  mutating func waiting(at time: Double) -> Int {
    while first < starts.count, starts[first] <= time { first += 1 }
    if first > 4096 {
      starts.removeFirst(first)
      first = 0
    }
    return starts.count - first
  }
}
