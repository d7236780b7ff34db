import Foundation

/// What interactions of the inventory cost, with the script of the page and without it: bytes of bodies both ways as they
/// are on the wire, requests, and the server's processor time.
struct LiveBenchmark {
  let rounds: Int

  /// How often an interaction is repeated in a round.
  private static func repetitions(_ items: Int) -> Int { items > 2000 ? 50 : 300 }

  private struct Interaction: Sendable {
    let name: String
    /// What comes before, once.
    var begin: @Sendable (LiveVisitor) throws -> Void = { _ in }
    let step: @Sendable (LiveVisitor, _ number: Int, Targets) throws -> Void
  }

  /// The buttons of a row in the middle of the list.
  private struct Targets: Sendable {
    let add, edit, delete, more, stock: String
  }

  private static let interactions = [
    Interaction(
      name: "a field is typed in",
      begin: { try $0.send([("~tap", try $0.button("Add"))]) },
      step: { visitor, number, _ in
        let field = try visitor.field("Name")
        try visitor.send([(field, "Lamp \(number)")])
      }),
    Interaction(
      name: "a sheet opens, and is cancelled",
      step: { visitor, _, targets in
        try visitor.send([("~tap", targets.add)])
        try visitor.send([("~tap", try visitor.button("Cancel"))])
      }),
    Interaction(
      name: "an alert opens, and is cancelled",
      step: { visitor, _, targets in
        try visitor.send([("~tap", targets.delete)])
        try visitor.send([("~tap", try visitor.button("Cancel"))])
      }),
    Interaction(
      name: "a dialog opens, and a row changes",
      step: { visitor, _, targets in
        try visitor.send([("~tap", targets.more)])
        let button =
          try (try? visitor.button("Mark as out of stock")) ?? visitor.button("Mark as in stock")
        try visitor.send([("~tap", button)])
      }),
    Interaction(
      name: "a screen is pushed, and left by Back",
      step: { visitor, _, targets in
        try visitor.send([("~tap", targets.edit)])
        try visitor.send([("~tap", try visitor.button("Cancel"))])
      }),
    Interaction(
      name: "an item is edited and saved",
      step: { visitor, number, targets in
        try visitor.send([("~tap", targets.edit)])
        let (field, save) = (try visitor.field("Name"), try visitor.button("Save"))
        try visitor.send([(field, "Lamp \(number)"), ("~tap", save)])
      }),
    Interaction(
      name: "an item is added, and deleted",
      step: { visitor, number, targets in
        try visitor.send([("~tap", targets.add)])
        let (field, save) = (try visitor.field("Name"), try visitor.button("Save"))
        try visitor.send([(field, "Lamp \(number)"), ("~tap", save)])
        // It is the last one.
        try visitor.send([("~tap", try visitor.button("Delete"))])
        try visitor.send([("~tap", try visitor.button("Delete"))])
      }),
    Interaction(
      name: "a cover opens, and is cancelled",
      step: { visitor, _, targets in
        try visitor.send([("~tap", targets.stock)])
        try visitor.send([("~tap", try visitor.button("Cancel"))])
      }),
  ]

  private struct Cost {
    /// Of each time.
    var bytes: [Int] = []
    var requests = 0
    /// Microseconds of processor time.
    var busy: [Double] = []

    var bytesMedian: Int { bytes.sorted()[bytes.count / 2] }
    var bytesMean: Int { bytes.reduce(0, +) / bytes.count }
    var busyMedian: Double { busy.sorted()[busy.count / 2] }
  }

  func run() throws {
    print(
      """
      Interactions of the inventory: with the script of the page, beside the same without it. Bytes of bodies both
      ways, compressed: the median of all times, the mean, and the most, where a page has said anew what it is; requests;
      the server's processor time, with sessions in memory: medians of \(rounds) rounds.
      """)
    print(
      "  " + Column.left("", 44)
        + [
          "bytes", "mean", "most", "without", "requests", "without", "server µs", "without",
          "ratio",
        ]
        .map(Column.right).joined())
    var busy: [Int: [Double]] = [:]
    for items in [50, 1000, 10_000] {
      let gallery = try GalleryProcess(items: items, storesSessions: false)
      defer { gallery.stop() }
      for interaction in Self.interactions {
        let script = try measure(interaction, gallery, items: items, hasScript: true)
        let plain = try measure(interaction, gallery, items: items, hasScript: false)
        print(
          "  " + Column.left("\(items) rows: \(interaction.name)", 44)
            + [
              "\(script.bytesMedian)", "\(script.bytesMean)", "\(script.bytes.max() ?? 0)",
              "\(plain.bytesMedian)", "\(script.requests)", "\(plain.requests)",
              Column.number(script.busyMedian, 0), Column.number(plain.busyMedian, 0),
              Column.number(script.busyMedian / plain.busyMedian, 3),
            ].map(Column.right).joined())
        busy[items, default: []].append(script.busyMedian)
      }
    }
    print()
    print("  Processor time with the script at 10,000 rows, as a multiple of that at 1,000:")
    for (index, interaction) in Self.interactions.enumerated() {
      guard let many = busy[10_000]?[index], let some = busy[1000]?[index] else { continue }
      print("  " + Column.left(interaction.name, 44) + Column.right(Column.number(many / some, 2)))
    }
    print()
  }

  private func measure(
    _ interaction: Interaction, _ gallery: GalleryProcess, items: Int, hasScript: Bool
  ) throws -> Cost {
    let visitor = try LiveVisitor(port: gallery.port, hasScript: hasScript)
    try visitor.open("/inventory")
    let row = items / 2 - 1
    let targets = Targets(
      add: try visitor.button("Add"), edit: try visitor.rowButton(row),
      delete: try visitor.button("Delete", row: row), more: try visitor.button("More", row: row),
      stock: try visitor.button("Take stock"))
    try interaction.begin(visitor)
    // The first ones make what the others find.
    for number in 0..<4 { try interaction.step(visitor, number, targets) }
    var cost = Cost()
    for _ in 0..<rounds {
      let busy = try gallery.busySeconds
      let count = Self.repetitions(items)
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
