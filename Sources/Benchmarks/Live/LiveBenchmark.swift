import Foundation

/// A benchmark of interactions with the inventory, with and without the script of the page.
///
/// For requests, it measures the compressed bytes of bodies in both directions, the number of requests, and the
/// server's processor time. For a browser, it measures the duration of taps.
struct LiveBenchmark {
  let rounds: Int

  /// Returns the number of repetitions per round. There are many because the system counts processor time in
  /// hundredths of a second.
  private static func repetitions(
    _ interaction: Interaction, _ items: Int, hasScript: Bool
  ) -> Int {
    if interaction.isInPlace, hasScript || items <= 1000 { return 1000 }
    return min(interaction.most(items), items > 2000 ? 50 : 300)
  }

  struct Cost {
    /// The bytes of each repetition.
    var bytes: [Int] = []
    var requests = 0
    /// The processor time of each round, in microseconds per repetition.
    var busy: [Double] = []

    var bytesMedian: Int { bytes.sorted()[bytes.count / 2] }
    var bytesMean: Int { bytes.reduce(0, +) / bytes.count }
    var busyMedian: Double { busy.sorted()[busy.count / 2] }
  }

  func run() async throws {
    print(
      """
      Interactions with the inventory, with and without the script.
      “bytes” is the compressed size of request and response bodies, as the median of all repetitions. “mean” and “most”
      are the mean and the maximum. The maximum is for a form that's sent again with its page's token.
      “server µs” is the server's processor time with sessions in memory, as the median of \(rounds) rounds.
      """)
    print(
      "  " + Column.left("", 44)
        + [
          "bytes", "mean", "most", "without", "requests", "without", "server µs", "without",
          "ratio",
        ]
        .map(Column.right).joined())
    var busy: [Int: [Double]] = [:]
    var bounds: [Bound] = []
    var times: [Int: (script: [TapTimes], plain: [TapTimes]?)] = [:]
    for items in Self.sizes {
      let gallery = try GalleryProcess(items: items, sessions: .memory)
      defer { gallery.stop() }
      for interaction in Interaction.ofInventory {
        let script = try measure(interaction, gallery, items: items, hasScript: true)
        let plain = try measure(interaction, gallery, items: items, hasScript: false)
        Self.say("\(items) rows: \(interaction.name)", script, plain)
        busy[items, default: []].append(script.busyMedian)
        if items == 1000 {
          if interaction.isOneChange {
            bounds.append(Bound("bytes: \(interaction.name)", Double(script.bytesMedian), 300))
          }
          if interaction.isInPlace {
            let ratio = script.busyMedian / plain.busyMedian
            bounds.append(Bound("of POST and GET: \(interaction.name)", ratio, 0.1))
          }
        }
      }
      let ticks = try Ticks.measure(gallery, items: items)
      Self.say("\(items) rows: \(Ticks.name)", ticks.script, ticks.plain)
      times[items] = (
        try await TapTimes.measure(gallery, items: items, hasScript: true),
        // With 40,000 buttons, Chromium needs more than a minute for each submission of a form.
        items > 2000 ? nil : try await TapTimes.measure(gallery, items: items, hasScript: false)
      )
    }
    print()
    print("  Processor time with the script at 10,000 rows, as a multiple of the time at 1,000:")
    for (index, interaction) in Interaction.ofInventory.enumerated() {
      guard let many = busy[10_000]?[index], let some = busy[1000]?[index] else { continue }
      print("  " + Column.left(interaction.name, 44) + Column.right(Column.number(many / some, 2)))
      if interaction.isInPlace {
        bounds.append(Bound("10,000 rows times 1,000: \(interaction.name)", many / some, 2))
      }
    }
    print()
    print("  At 1,000 rows, and the limit:")
    for bound in bounds { print(bound.line) }
    print()
    print(
      """
        Milliseconds from a tap in a browser until the result is painted, for a row in the middle of the list. The figures
        are the median and the maximum of an interaction's taps, with and without the script. They're measured in Chromium
        without a window. Forms with 40,000 buttons aren't measured without the script, because Chromium needs more than a
        minute to submit one.
      """)
    print(
      "  " + Column.left("", 44)
        + ["script", "longest", "without", "longest"].map(Column.right).joined())
    for items in Self.sizes {
      guard let (script, plain) = times[items] else { continue }
      for (index, with) in script.enumerated() {
        let without = plain?[index]
        print(
          "  " + Column.left("\(items) rows: \(with.name)", 44)
            + [with.median, with.longest, without?.median, without?.longest]
            .map { Column.right($0.map { Column.number($0, 0) } ?? "-") }.joined())
      }
    }
    print()
  }

  private static func say(_ name: String, _ script: Cost, _ plain: Cost) {
    print(
      "  " + Column.left(name, 44)
        + [
          "\(script.bytesMedian)", "\(script.bytesMean)", "\(script.bytes.max() ?? 0)",
          "\(plain.bytesMedian)", "\(script.requests)", "\(plain.requests)",
          Column.number(script.busyMedian, 0), Column.number(plain.busyMedian, 0),
          Column.number(script.busyMedian / plain.busyMedian, 3),
        ].map(Column.right).joined())
  }

  /// The numbers of rows on the page.
  static let sizes = [50, 1000, 10_000]

  /// Returns the submitted values of two colors, from a form that's loaded without the script.
  private static func colors(of visitor: LiveVisitor) throws -> [String] {
    let form = try LiveVisitor(port: visitor.port, hasScript: false)
    try form.open("/inventory/add")
    return try ["Red", "Green"].map(form.option)
  }

  private func measure(
    _ interaction: Interaction, _ gallery: GalleryProcess, items: Int, hasScript: Bool
  ) throws -> Cost {
    let visitor = try LiveVisitor(port: gallery.port, hasScript: hasScript)
    try visitor.open("/inventory")
    let row = items / 2 - 1
    let targets = Interaction.Targets(
      add: try visitor.button("Add"), edit: try visitor.rowButton(row),
      delete: try visitor.button("Delete", row: row),
      duplicate: try visitor.button("Duplicate", row: row),
      importing: try visitor.button("Import"), more: try visitor.button("More", row: row),
      stock: try visitor.button("Take stock"), colors: try Self.colors(of: visitor))
    try interaction.begin(visitor)
    // The first repetitions aren't measured, because they create state that later ones reuse.
    for number in 0..<4 { try interaction.step(visitor, number, targets) }
    var cost = Cost()
    for _ in 0..<rounds {
      let busy = try gallery.busySeconds
      let count = Self.repetitions(interaction, items, hasScript: hasScript)
      for number in 0..<count {
        visitor.traffic = .init()
        try interaction.step(visitor, number, targets)
        cost.bytes.append(visitor.traffic.bytes)
      }
      cost.busy.append((try gallery.busySeconds - busy) * 1e6 / Double(count))
      cost.requests = visitor.traffic.requests
    }
    return cost
  }
}
