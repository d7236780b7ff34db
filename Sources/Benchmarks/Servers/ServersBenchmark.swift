import Foundation

/// A benchmark of servers that share their sessions in Redis.
///
/// It also measures what the article “Capacity” needs to know about Redis.
struct ServersBenchmark {
  let items: Int
  let sessions: Int
  let load: Load

  /// The minimum of the forms per second in Redis, compared with SQLite.
  private static let least = 0.7
  /// The number of requests for counting the operations of one.
  private static let countedRequests = 200

  private var visitors: Int { max(1, load.connections / 2) }

  func run() throws {
    guard RedisProcess.isInstalled else {
      print(
        "servers: skipped, because redis-server isn't installed. scripts/benchmark installs it.\n")
      return
    }
    try compareStores()
    let costs = try compareServers()
    let size = try measureSize()
    print(
      """
        These are the lines for CapacityInput+Standard.swift:
      \(costs.lines(size: size).map { "    \($0)" }.joined(separator: "\n"))

      """)
  }

  // MARK: Stores

  /// Compares a server with sessions in Redis to servers with sessions in SQLite and in memory.
  private func compareStores() throws {
    let redis = try RedisProcess()
    defer { redis.stop() }
    let subjects: [(name: String, sessions: GalleryProcess.Sessions)] = [
      ("POST fields, sessions in SQLite", .sqlite), ("  in Redis", .redis(redis)),
      ("  in memory", .memory),
    ]
    let galleries = try subjects.map { try GalleryProcess(items: items, sessions: $0.sessions) }
    defer { for gallery in galleries { gallery.stop() } }
    print(
      """
      POST submits an item's form with a different name each time, in \(visitors) sessions at once.
      The figures are medians of \(load.rounds) rounds of \(load.seconds) s. The servers take turns.
      SQLite and Redis have each commit before the response, and force it to the disk soon after it.
      """)
    print(Row.head)
    let editing = EditingBenchmark(items: items, load: load)
    var rows: [[Row]] = Array(repeating: [], count: galleries.count)
    // One short round of each isn't counted, because it warms up caches and the processor's clock.
    for round in 0...load.rounds {
      for (index, gallery) in Load.order(galleries, in: round) {
        let row = try editing.measure(
          subjects[index].name, gallery, visitors, seconds: round == 0 ? 1 : load.seconds,
          EditingBenchmark.submitFields)
        if round > 0 { rows[index].append(row) }
      }
    }
    let base = Row.median(rows[0])
    print(base.line())
    for others in rows.dropFirst() { print(Row.median(others).line(comparedTo: base)) }
    let ratios = zip(rows[1], rows[0]).map { $0.requestsPerSecond / $1.requestsPerSecond }.sorted()
    let ratio = ratios[ratios.count / 2]
    print(
      "  "
        + Column.left("POSTs/s in Redis compared to SQLite, at least \(Self.least)", 64)
        + Column.right(Column.number(ratio, 2)) + (ratio >= Self.least ? "   reached" : "   MISSED")
    )
    print()
  }

  // MARK: Servers

  /// A kind of request, and the servers that get it in turn.
  private struct Subject {
    let name: String
    let servers: Int
    let work: @Sendable (Visitor, Int, () -> Bool) throws -> Int
    /// The servers whose time is measured.
    var measured: Range<Int> { isStale ? 1..<2 : 0..<servers }
    /// Whether each request follows a form on another server.
    var isStale = false
  }

  /// Compares one, two, and three servers that share Redis, and pages of servers with an old copy to other pages.
  private func compareServers() throws -> StoreCosts {
    let redis = try RedisProcess()
    defer { redis.stop() }
    let galleries = try (0..<3).map { _ in
      try GalleryProcess(items: items, sessions: .redis(redis))
    }
    defer { for gallery in galleries { gallery.stop() } }
    var subjects = (1...3).map {
      Subject(name: "GET, \(Self.name($0))", servers: $0, work: Self.get)
    }
    subjects += (1...3).map {
      Subject(name: "POST, \(Self.name($0))", servers: $0, work: Self.post)
    }
    subjects.append(
      Subject(name: "GET after a POST elsewhere", servers: 2, work: Self.getStale, isStale: true))
    print(
      """
      GET requests an item's page, and POST submits its form, in \(visitors) sessions at once. Servers that
      share Redis get each session's requests in turn. “server µs” is the time of all of them together.
      With several servers, each POST meets a server with an old copy, and a GET doesn't.
      The last row is the GETs of a server with an old copy, without the POSTs of the other one.
      The figures are medians of \(load.rounds) rounds of \(load.seconds) s.
      """)
    print(ServersRow.head)
    var rows: [[ServersRow]] = Array(repeating: [], count: subjects.count)
    for round in 0...load.rounds {
      for (index, subject) in Load.order(subjects, in: round) {
        let row = try measure(
          subject, galleries, redis, seconds: round == 0 ? 1 : load.seconds)
        if round > 0 { rows[index].append(row) }
      }
    }
    var operations = try subjects.map { try countOperations($0, galleries, redis) }
    var medians = rows.map(ServersRow.median)
    let (get, post) = (medians[0], medians[3])
    medians[6] = medians[6].after(post)
    operations[6] -= operations[3]
    for (index, row) in medians.enumerated() {
      let base: ServersRow? = [0, 3].contains(index) ? nil : (4...5).contains(index) ? post : get
      print(row.line(operations: operations[index], comparedTo: base))
    }
    print(
      """
        An old copy costs \(Column.number(medians[6].server - get.server, 1)) µs of the server, \
      \(Column.number(medians[6].redis, 1)) µs of Redis, and \(Column.number(operations[6], 1)) round trips.

      """)
    return StoreCosts(get: get, post: post, stale: medians[6])
  }

  private static func name(_ servers: Int) -> String {
    "\(servers) server\(servers == 1 ? "" : "s")"
  }

  private func measure(
    _ subject: Subject, _ galleries: [GalleryProcess], _ redis: RedisProcess, seconds: Int
  ) throws -> ServersRow {
    let ports = galleries.prefix(subject.servers).map(\.port)
    let measured = galleries[subject.measured]
    let busy = try measured.map { try $0.busySeconds }.reduce(0, +)
    let before = try redis.figures
    let end = ContinuousClock.now + .seconds(seconds)
    let counts = try Threads.run(visitors) { [items, work = subject.work] index in
      try work(Visitor(ports: ports), index % items + 1) { ContinuousClock.now >= end }
    }
    let after = try redis.figures
    let requests = Double(max(1, counts.reduce(0, +)))
    return ServersRow(
      name: subject.name,
      server: (try measured.map { try $0.busySeconds }.reduce(0, +) - busy) * 1e6 / requests,
      redis: (after.busySeconds - before.busySeconds) * 1e6 / requests,
      bytes: (after.traffic - before.traffic) / requests)
  }

  /// Returns the number of Redis's commands per request, which one visitor sends one after the other.
  private func countOperations(
    _ subject: Subject, _ galleries: [GalleryProcess], _ redis: RedisProcess
  ) throws -> Double {
    let visitor = try Visitor(ports: galleries.prefix(subject.servers).map(\.port))
    let before = try redis.figures
    var rest = Self.countedRequests
    let requests = try subject.work(visitor, 1) {
      rest -= 1
      return rest < 0
    }
    return (try redis.figures.reads - before.reads) / Double(max(1, requests))
  }

  /// Requests the page of a scene that doesn't change.
  private static func get(_ visitor: Visitor, item: Int, isOver: () -> Bool) throws -> Int {
    try visitor.settle(at: "/inventory/items/\(item)")
    var count = 0
    while !isOver() {
      try visitor.get(visitor.location)
      count += 1
    }
    return count
  }

  /// Writes to the state of a scene.
  private static func post(_ visitor: Visitor, item: Int, isOver: () -> Bool) throws -> Int {
    try visitor.settle(at: "/inventory/items/\(item)")
    var count = 0
    while !isOver() {
      let form = try visitor.open(visitor.location)
      for _ in 0..<EditingBenchmark.submissionsOfAPage where !isOver() {
        try submit(form, of: item, by: visitor)
        count += 1
      }
    }
    return count
  }

  /// Writes to the state of a scene on the first server, and requests its page from the second one.
  private static func getStale(_ visitor: Visitor, item: Int, isOver: () -> Bool) throws -> Int {
    // Each part of a round has two requests, so that the first server gets the next one.
    try visitor.settle(at: "/inventory/items/\(item)")
    var count = 0
    while !isOver() {
      let form = try visitor.open(visitor.location)
      try visitor.get(visitor.location)
      count += 1
      for _ in 0..<EditingBenchmark.submissionsOfAPage where !isOver() {
        try submit(form, of: item, by: visitor)
        try visitor.get(visitor.location)
        count += 1
      }
    }
    return count
  }

  private static func submit(_ form: PageForm, of item: Int, by visitor: Visitor) throws {
    let name = EditingBenchmark.newName(item)
    try visitor.send(form, try form.body(tapping: "Apply", entering: ["Name": name]))
  }

  // MARK: Sizes

  /// Returns the memory of a stored session in Redis, in bytes.
  private func measureSize() throws -> Double {
    let redis = try RedisProcess()
    defer { redis.stop() }
    let gallery = try GalleryProcess(items: items, sessions: .redis(redis))
    defer { gallery.stop() }
    let memory = MemoryBenchmark(items: items, sessions: sessions)
    try memory.addSessions(MemoryBenchmark.warmUp, to: gallery)
    let before = try redis.figures.memory
    try memory.addSessions(sessions, to: gallery)
    let size = (try redis.figures.memory - before) / Double(sessions)
    print(
      "  Redis uses \(Column.number(size, 0)) bytes for each of \(sessions) sessions with a scene at an item's form."
    )
    return size
  }
}
