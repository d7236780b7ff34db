import Foundation
import Synchronization

/// A benchmark of forms that edit items with new values each time, in several sessions at once.
struct EditingBenchmark {
  let items: Int
  let load: Load

  /// The number of times that a page's form can be submitted with other values before the server forgets the page.
  static let submissionsOfAPage = 90

  func run() throws {
    let inMemory = try GalleryProcess(items: items, sessions: .memory)
    defer { inMemory.stop() }
    let stored = try GalleryProcess(items: items)
    defer { stored.stop() }
    let sessions = load.connections / 2
    print(
      """
      POST submits an item's form with a different name each time, and the response is 303.
      The figures are medians of \(load.rounds) rounds of \(load.seconds) s.
      “fields”: Apply writes the name to the scene's state.
      “saved”: Back saves the name in a SQLite file. Three more requests get the list, tap its row,
      and get the item's page. Only the POST that saves is counted and timed, but the server's
      time is for all four requests.
      “stored”: Each session's snapshot is committed to SQLite before the response. The ratio compares
      it with a session store in memory.
      """)
    print(Row.head)
    for count in Set([1, max(1, sessions)]).sorted() {
      let clients = "\(count) session\(count == 1 ? "" : "s at once")"
      try measure(
        "POST fields, \(clients)", inMemory, "  stored", stored, count, Self.submitFields)
      try measure("POST saved, \(clients)", inMemory, "  stored", stored, count) {
        visitor, item, isOver, times in
        try visitor.settle(at: "/inventory/items/\(item)")
        while !isOver() {
          let form = try visitor.open(visitor.location)
          let name = Self.newName(item)
          let body = try form.body(tapping: "Inventory", entering: ["Name": name])
          try times.add { try visitor.send(form, body) }
          let list = try visitor.open(visitor.location)
          try visitor.send(list, try list.body(tapping: name))
        }
      }
    }
    try CommitBenchmark(sessions: stored.sessionsPath, load: load).run()
    print()
  }

  /// Writes to the state of the scene, again and again.
  static func submitFields(
    _ visitor: Visitor, item: Int, isOver: () -> Bool, times: inout Times
  ) throws {
    try visitor.settle(at: "/inventory/items/\(item)")
    while !isOver() {
      let form = try visitor.open(visitor.location)
      for _ in 0..<submissionsOfAPage where !isOver() {
        let body = try form.body(tapping: "Apply", entering: ["Name": newName(item)])
        try times.add { try visitor.send(form, body) }
      }
    }
  }

  static func newName(_ item: Int) -> String {
    "Item \(item) \(UInt64.random(in: 0...UInt64.max))"
  }

  /// Measures two servers in turn, round by round.
  func measure(
    _ name: String, _ first: GalleryProcess, _ secondName: String, _ second: GalleryProcess,
    _ count: Int,
    _ work: @escaping @Sendable (Visitor, Int, () -> Bool, inout Times) throws -> Void
  ) throws {
    var rows: [[Row]] = [[], []]
    for round in 0...load.rounds {
      for (index, gallery) in Load.order([first, second], in: round) {
        let row = try measure(
          index == 0 ? name : secondName, gallery, count,
          seconds: round == 0 ? 1 : load.seconds, work)
        if round > 0 { rows[index].append(row) }
      }
    }
    let base = Row.median(rows[0])
    print(base.line())
    print(Row.median(rows[1]).line(comparedTo: base))
  }

  /// Lets visitors work for some seconds, each on its own thread and its own item.
  func measure(
    _ name: String, _ gallery: GalleryProcess, _ count: Int, seconds: Int,
    _ work: @escaping @Sendable (Visitor, Int, () -> Bool, inout Times) throws -> Void
  ) throws -> Row {
    let busy = try gallery.busySeconds
    let end = ContinuousClock.now + .seconds(seconds)
    let times = try Threads.run(count) { [port = gallery.port, items] index in
      var times = Times()
      try work(Visitor(port: port), index % items + 1, { ContinuousClock.now >= end }, &times)
      return times
    }
    let all = times.flatMap(\.milliseconds).sorted()
    guard !all.isEmpty else { throw Failure("No form got a response in time.") }
    return Row(
      name: name, requestsPerSecond: Double(all.count) / Double(seconds),
      busy: (try gallery.busySeconds - busy) * 1e6 / Double(all.count),
      median: all[all.count / 2], percentile99: all[all.count * 99 / 100])
  }
}

/// The times of requests.
struct Times: Sendable {
  private(set) var milliseconds: [Double] = []

  mutating func add(_ request: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    try request()
    milliseconds.append((ContinuousClock.now - start) / .milliseconds(1))
  }
}

/// A namespace for running closures on their own threads.
enum Threads {
  /// Returns the results of all closures after all have returned, or throws the first error.
  static func run<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
  ) throws -> [Value] {
    let results = Results<Value>()
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      Thread.detachNewThread {
        let result = Result { try body(index) }
        results.all.withLock { $0.append(result) }
        group.leave()
      }
    }
    group.wait()
    return try results.all.withLock(\.self).map { try $0.get() }
  }

  private final class Results<Value: Sendable>: Sendable {
    let all = Mutex<[Result<Value, any Error>]>([])
  }
}
