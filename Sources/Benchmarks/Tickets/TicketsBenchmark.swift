import Foundation

/// A benchmark of the gallery's list of tickets, with few and with many rows in the database.
///
/// Each page shows 50 rows. With an index for each order and filter, a page takes the same time for any number of rows.
struct TicketsBenchmark {
  let sessions: Int
  let rounds: Int

  /// The numbers of tickets. The first one is the base of the ratios.
  private static let counts = [100, 100_000]
  /// The number of repetitions per round. There are many because the system counts processor time in hundredths of a
  /// second.
  private static let repetitions = 200
  /// The maximum processor time of a page with many tickets, compared to few tickets.
  private static let most = 1.5

  /// The measured figures of a step.
  private struct Cost {
    /// The size of the page or of the changed markup, in bytes.
    var bytes = 0
    /// The size of the compressed response, in bytes.
    var compressed = 0
    /// The processor time of each round, in milliseconds per repetition.
    var busy: [Double] = []

    var median: Double { busy.sorted()[busy.count / 2] }
  }

  /// The figures of a database.
  private struct Figures {
    var costs: [Cost] = []
    /// The time of the first request, which creates the database, in milliseconds.
    var creation = 0.0
    /// The resident memory of a scene, in bytes.
    var memory = 0.0
  }

  func run() throws {
    print(
      """
      A list of tickets with 50 rows per page, with sessions in memory.
      “bytes” is the size of a page, or of the changed markup for a tap or typed text. “compressed” is the size of the
      response. “server ms” is the server's processor time, as the median of \(rounds) rounds of \(Self.repetitions)
      requests. The ratio compares the processor time with that of \(Self.counts[0]) tickets.
      """)
    print(
      "  " + Column.left("", 44)
        + ["bytes", "compressed", "server ms", "ratio"].map(Column.right).joined())
    var figures: [Figures] = []
    for count in Self.counts {
      let new = try measure(count)
      for (step, (name, cost)) in zip(TicketStep.all.map(\.name), new.costs).enumerated() {
        let ratio = figures.first.map { Column.number(cost.median / $0.costs[step].median, 2) }
        print(
          "  " + Column.left("\(count) tickets: \(name)", 44)
            + [
              "\(cost.bytes)", "\(cost.compressed)", Column.number(cost.median, 2), ratio ?? "",
            ].map(Column.right).joined())
      }
      figures.append(new)
    }
    print()
    for (count, figures) in zip(Self.counts, figures) {
      print(
        """
          \(count) tickets: \(Column.number(figures.creation, 0)) ms for the first request, which creates them, and \
        \(Column.number(figures.memory / 1024, 1)) kB of memory per scene
        """)
    }
    print()
    for (step, name) in TicketStep.all.map(\.name).enumerated() {
      let ratio = figures[1].costs[step].median / figures[0].costs[step].median
      print(Bound("processor time with many tickets: \(name)", ratio, Self.most).line)
    }
    let pages = figures[1].costs
    print(Bound("last page compared to the first", pages[2].median / pages[0].median, 1.25).line)
    print(Bound("memory of a scene", figures[1].memory / figures[0].memory, 1.25).line)
    print()
  }

  private func measure(_ count: Int) throws -> Figures {
    let gallery = try GalleryProcess(
      items: 1, sessions: .memory, options: ["--tickets", "\(count)"])
    defer { gallery.stop() }
    var figures = Figures()
    let start = ContinuousClock.now
    try LiveVisitor(port: gallery.port, hasScript: true).open("/tickets")
    figures.creation = (ContinuousClock.now - start) / .milliseconds(1)
    for step in TicketStep.all {
      figures.costs.append(try cost(of: step, with: count, gallery))
    }
    try MemoryBenchmark.addSessions(MemoryBenchmark.warmUp, to: gallery) { _ in "/tickets" }
    let before = try gallery.residentBytes
    try MemoryBenchmark.addSessions(sessions, to: gallery) { _ in "/tickets" }
    figures.memory = Double(try gallery.residentBytes - before) / Double(sessions)
    return figures
  }

  private func cost(
    of step: TicketStep, with count: Int, _ gallery: GalleryProcess
  ) throws -> Cost {
    let visitor = try LiveVisitor(port: gallery.port, hasScript: true)
    try visitor.open("/tickets")
    let targets = try TicketStep.Targets(visitor, count: count)
    // The first repetitions aren't measured, because they create state that later ones reuse.
    for number in 0..<4 { try step.run(visitor, targets, number) }
    var cost = Cost()
    for _ in 0..<rounds {
      let busy = try gallery.busySeconds
      for number in 0..<Self.repetitions {
        visitor.traffic = .init()
        try step.run(visitor, targets, number)
      }
      cost.busy.append((try gallery.busySeconds - busy) * 1e3 / Double(Self.repetitions))
    }
    (cost.bytes, cost.compressed) = (visitor.markup.count, visitor.traffic.received)
    return cost
  }
}
