/// A benchmark of a timer that ticks in the open forms of many browsers.
enum Ticks {
  static let name = "a timer ticks in an open form"

  /// The number of ticks. With this many ticks and forms, processor time can be measured.
  private static let count = 4
  /// Returns the number of open forms. The server can keep that many in memory.
  private static func forms(_ items: Int) -> Int { items > 2000 ? 20 : 100 }

  /// Returns the cost of a tick that the server sends to browsers, and the cost of reloading the page.
  ///
  /// Without the script, reloading is the only way to see a tick.
  static func measure(
    _ gallery: GalleryProcess, items: Int
  ) throws -> (script: LiveBenchmark.Cost, plain: LiveBenchmark.Cost) {
    let forms = forms(items)
    let visitors = try (0..<forms).map { _ in
      let visitor = try LiveVisitor(port: gallery.port, hasScript: true)
      try visitor.open("/inventory/add")
      _ = try visitor.field("Timer")
      // The script requests a scene for the page, which can then receive changes.
      try visitor.send([])
      return visitor
    }
    let streams = try visitors.map {
      try EventStream(port: gallery.port, cookie: $0.page.cookie)
    }
    try EventStream.wait(for: streams, to: "event: beat")
    for visitor in visitors { try visitor.refresh() }
    for visitor in visitors {
      let timer = try visitor.field("Timer")
      try visitor.send([(timer, "0"), (timer, "1")])
    }
    var script = LiveBenchmark.Cost()
    let before = try gallery.busySeconds
    for _ in 0..<count {
      script.bytes.append(try EventStream.wait(for: streams, to: "\"to\":") / forms)
    }
    script.busy = [(try gallery.busySeconds - before) * 1e6 / Double(count * forms)]

    let visitor = try LiveVisitor(port: gallery.port, hasScript: false)
    try visitor.open("/inventory/add")
    var plain = LiveBenchmark.Cost()
    let start = try gallery.busySeconds
    for _ in 0..<forms {
      visitor.traffic = .init()
      try visitor.refresh()
      plain.bytes.append(visitor.traffic.bytes)
    }
    plain.busy = [(try gallery.busySeconds - start) * 1e6 / Double(forms)]
    plain.requests = 1
    return (script, plain)
  }
}
