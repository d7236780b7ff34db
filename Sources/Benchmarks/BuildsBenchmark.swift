import Foundation

/// A comparison of another build of the gallery with the build that belongs to this program.
struct BuildsBenchmark {
  let other: URL
  let items: Int
  let load: Load

  func run() throws {
    let first = try GalleryProcess(items: items)
    defer { first.stop() }
    let second = try GalleryProcess(items: items, executable: other)
    defer { second.stop() }
    let sessions = load.connections / 2
    print(
      """
      Compares the gallery of this build with \(other.path).
      GET requests the list with \(items) items. POST submits an item's form in \(sessions) sessions.
      The figures are medians of \(load.rounds) rounds of \(load.seconds) s. The servers take turns.
      """)
    print(Row.head)
    try measure("GET", first, second, try [first, second].map(requests))
    let visit = Wrk.Request(target: "/inventory", fields: [])
    try measure("GET, first visit", first, second, [[visit], [visit]])
    let editing = EditingBenchmark(items: items, load: load)
    try editing.measure(
      "POST fields, \(sessions) sessions at once", first, "  the other", second, sessions,
      EditingBenchmark.submitFields)
    try editing.measure(
      "tap in place, \(sessions) sessions at once", first, "  the other", second, sessions,
      Self.tap)
    print()
  }

  /// Measures two builds in turn, round by round.
  private func measure(
    _ name: String, _ first: GalleryProcess, _ second: GalleryProcess, _ requests: [[Wrk.Request]]
  ) throws {
    var rows: [[Row]] = [[], []]
    for round in 0...load.rounds {
      let load = Load(
        seconds: round == 0 ? 1 : load.seconds, rounds: 1, connections: load.connections)
      for (index, gallery) in Load.order([first, second], in: round) {
        let row = try Row.measure(
          index == 0 ? name : "  the other", busy: { try gallery.busySeconds },
          { try Wrk.run(port: gallery.port, requests: requests[index], load: load) })
        if round > 0 { rows[index].append(row) }
      }
    }
    let base = Row.median(rows[0])
    print(base.line())
    print(Row.median(rows[1]).line(comparedTo: base))
  }

  /// Repeatedly taps a button that changes a number on its page, as the script does.
  private static func tap(
    _ visitor: Visitor, item: Int, isOver: () -> Bool, times: inout Times
  ) throws {
    let browser = try LiveVisitor(port: visitor.port, hasScript: true)
    try browser.open("/counters")
    try browser.send([("~tap", try browser.button("Add counter"))])
    let plus = try browser.button("+")
    while !isOver() { try times.add { try browser.send([("~tap", plus)]) } }
  }

  private func requests(of gallery: GalleryProcess) throws -> [Wrk.Request] {
    try (0..<load.sessions).map { _ in
      let visitor = try Visitor(port: gallery.port)
      try visitor.settle(at: "/inventory")
      return Wrk.Request(target: visitor.location, fields: [("Cookie", visitor.cookie ?? "")])
    }
  }
}
