import Foundation

/// Another build of the gallery beside the one that this program was built with.
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
      The gallery as it was built with this program, and as \(other.path): GET of the list with \
      \(items) items,
      POST of an item's form by \(sessions) sessions; \(load.rounds) rounds of \(load.seconds) s, the \
      servers in turn; medians.
      """)
    print(Row.head)
    var rows: [[Row]] = [[], []]
    let requests = try [first, second].map(requests)
    for round in 0...load.rounds {
      let load = Load(
        seconds: round == 0 ? 1 : load.seconds, rounds: 1, connections: load.connections)
      for (index, gallery) in Load.order([first, second], in: round) {
        let row = try Row.measure(
          index == 0 ? "GET" : "  the other", busy: { try gallery.busySeconds },
          { try Wrk.run(port: gallery.port, requests: requests[index], load: load) })
        if round > 0 { rows[index].append(row) }
      }
    }
    let base = Row.median(rows[0])
    print(base.line())
    print(Row.median(rows[1]).line(beside: base))
    try EditingBenchmark(items: items, load: load).measure(
      "POST fields, \(sessions) sessions at once", first, "  the other", second, sessions,
      EditingBenchmark.submitFields)
    print()
  }

  private func requests(of gallery: GalleryProcess) throws -> [Wrk.Request] {
    try (0..<load.sessions).map { _ in
      let visitor = try Visitor(port: gallery.port)
      try visitor.settle(at: "/inventory")
      return Wrk.Request(target: visitor.location, fields: [("Cookie", visitor.cookie ?? "")])
    }
  }
}
