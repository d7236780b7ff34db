/// A timer that ticks in open forms, which many browsers are told of.
enum Ticks {
  static let name = "a timer ticks in an open form"

  /// Of so many ticks of so many forms the processor's time can be told.
  private static let count = 4
  /// As many as the server keeps in memory.
  private static func forms(_ items: Int) -> Int { items > 2000 ? 20 : 100 }

  /// What a tick costs that the server tells of; beside it what it costs who loads the page anew, as there is no other way
  /// without a script.
  static func measure(
    _ gallery: GalleryProcess, items: Int
  ) throws -> (script: LiveBenchmark.Cost, plain: LiveBenchmark.Cost) {
    let forms = forms(items)
    let visitors = try (0..<forms).map { _ in
      let visitor = try LiveVisitor(port: gallery.port, hasScript: true)
      try visitor.open("/inventory/add")
      _ = try visitor.field("Timer")
      // Its script has a scene made for the page, which can be told of changes.
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
