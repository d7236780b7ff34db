/// Events in the order of their times. Events at the same time keep the order in which they were added.
struct EventQueue<Event> {
  private struct Entry {
    let time: Double
    let number: Int
    let event: Event

    func precedes(_ other: Entry) -> Bool {
      time < other.time || (time == other.time && number < other.number)
    }
  }

  /// A binary heap.
  private var entries: [Entry] = []
  private var count = 0

  /// The time of the next event.
  var nextTime: Double? { entries.first?.time }

  mutating func add(_ event: Event, at time: Double) {
    entries.append(Entry(time: time, number: count, event: event))
    count += 1
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].precedes(entries[parent]) else { break }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes and returns the next event with its time.
  mutating func removeNext() -> (time: Double, event: Event)? {
    guard let next = entries.first else { return nil }
    let last = entries.removeLast()
    if !entries.isEmpty {
      entries[0] = last
      var parent = 0
      while true {
        var smallest = parent
        for child in [2 * parent + 1, 2 * parent + 2]
        where child < entries.count && entries[child].precedes(entries[smallest]) {
          smallest = child
        }
        guard smallest != parent else { break }
        entries.swapAt(parent, smallest)
        parent = smallest
      }
    }
    return (next.time, next.event)
  }
}
