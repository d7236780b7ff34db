import Testing

@testable import Capacity

@Suite struct QueueTests {
  @Test func `Work begins when the previous work has ended`() {
    var queue = WorkQueue()
    let ends = [(0.0, 2.0), (1, 2), (5, 1)].map { queue.add(at: $0.0, work: $0.1) }
    #expect(ends == [2, 4, 6])
  }

  @Test func `A request waits until its work begins`() {
    var queue = WorkQueue()
    for _ in 0..<3 { _ = queue.add(at: 0, work: 1) }
    let waiting = [0.0, 0.5, 1, 1.5, 2].map { queue.waiting(at: $0) }
    #expect(waiting == [2, 2, 1, 1, 0])
  }

  @Test func `Work without a request delays the following requests`() {
    var queue = WorkQueue()
    queue.add(work: 1, at: 3)
    let waiting = queue.waiting(at: 3)
    #expect(waiting == 0)
    let end = queue.add(at: 3.5, work: 1)
    #expect(end == 5)
  }

  @Test func `Many requests are counted correctly`() {
    var queue = WorkQueue()
    for _ in 0..<10_000 { _ = queue.add(at: 0, work: 1) }
    let waiting = [0.0, 4999.5, 5000, 9999].map { queue.waiting(at: $0) }
    #expect(waiting == [9999, 5000, 4999, 0])
  }

  @Test func `Events are in the order of their times, and then of their addition`() {
    var events = EventQueue<Int>()
    let times: [Double] = [3, 1, 2, 1, 3, 0, 2, 1]
    for (number, time) in times.enumerated() { events.add(number, at: time) }
    #expect(events.nextTime == 0)
    var order: [Int] = []
    while let (_, number) = events.removeNext() { order.append(number) }
    #expect(order == [5, 1, 3, 7, 2, 6, 0, 4])
    #expect(events.nextTime == nil)
  }
}
