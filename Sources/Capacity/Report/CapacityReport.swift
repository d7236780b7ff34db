/// The tables of the article “Capacity”.
package struct CapacityReport: Sendable {
  private let inputs: CapacityInputs
  private let plans: [CapacityPlan]
  private let seed: UInt64

  /// The numbers of people in the article.
  package static let people: [Double] = [10_000, 1e6, 1e8]
  /// The seed of the article's simulations.
  package static let seed: UInt64 = 1

  /// - Parameter people: The numbers of people to calculate plans for. Each is at least 1.
  package init(
    inputs: CapacityInputs = CapacityInputs(), people: [Double] = Self.people,
    seed: UInt64 = Self.seed
  ) {
    self.inputs = inputs
    plans = people.map { CapacityPlan(people: $0, inputs: inputs) }
    self.seed = seed
  }

  /// All tables, in the order of the article.
  package var tables: [MarkdownTable] {
    [inputTable, planTable, partTable, memoryTable, returnTable]
      + Disruption.allCases.map(recoveryTable)
  }

  private var head: [String] { plans.map { Decimals.text($0.demand.people) + " people" } }

  private var inputTable: MarkdownTable {
    let rows = CapacityInput.allCases.map { input in
      let figure = inputs.figure(input)
      return [
        "`\(input.rawValue)`", input.meaning, figure.text,
        "\(figure.origin.rawValue): \(figure.source)",
      ]
    }
    return MarkdownTable("Inputs", [["Name", "Meaning", "Figure", "Origin"]] + rows)
  }

  private func row(_ name: String, _ value: (CapacityPlan) -> String) -> [String] {
    [name] + plans.map(value)
  }

  private var planTable: MarkdownTable {
    MarkdownTable(
      "Machines",
      [
        ["Need"] + head,
        row("Requests per second") { Decimals.rough($0.demand.requests) },
        row("Open streams") { Decimals.rough($0.demand.streams) },
        row("Busy cores") { Decimals.rough($0.demand.busyCores) },
        row("Memory for scenes and streams") { Decimals.size($0.demand.memory) },
        row("Traffic with browsers, per second") { Decimals.size($0.demand.traffic) },
        row("Servers, with spares") { Decimals.text($0.servers) },
        row("Part that determines the servers") { $0.decisive.rawValue },
        row("Streams of a server") { Decimals.rough($0.demand.streams / $0.runningServers) },
        row("`--max-connections`") { Decimals.rough($0.maxConnections) },
        row("`--max-live-scenes`") { Decimals.rough($0.maxLiveScenes) },
        row("Proxies, with spares") { Decimals.text($0.proxies) },
        row("Loads from the store per second") { Decimals.rough($0.demand.loads) },
        row("Commits to the store per second") { Decimals.rough($0.demand.commits) },
        row("Traffic with the store, per second") { Decimals.size($0.demand.storeTraffic) },
        row("Stored sessions") { Decimals.size($0.demand.stored) },
        row("Shards") { Decimals.text($0.shards) },
        row("Redis processes, with replicas") { Decimals.text($0.nodes) },
        row("Redis clusters") { Decimals.text($0.clusters) },
        row("Part that breaks first") { $0.first.kind.rawValue },
        row("People at which it breaks") { Decimals.rough($0.limit) },
      ])
  }

  private var partTable: MarkdownTable {
    let rows = CapacityPart.Kind.allCases.map { kind in
      row(kind.rawValue) { plan in
        let use = plan.parts.first { $0.kind == kind }?.use ?? 0
        return Decimals.rough(use * 100) + " %"
      }
    }
    return MarkdownTable("Use of each part", [["Part"] + head] + rows)
  }

  private var memoryTable: MarkdownTable {
    let memory = plans.map { MemoryComparison($0, inputs: inputs) }
    func row(_ name: String, _ bytes: KeyPath<MemoryComparison, Double>) -> [String] {
      [name]
        + zip(plans, memory).map { plan, memory in
          let each = Decimals.size(memory[keyPath: bytes] / plan.demand.people)
          return "\(Decimals.size(memory[keyPath: bytes])) (\(each) each)"
        }
    }
    return MarkdownTable(
      "Memory of pages",
      [
        ["Framework"] + head, row("Cairn, each request to any server", \.cairn),
        row("Cairn, requests of a browser to one server", \.cairnWithAffinity),
        row("LiveView", \.liveView), row("Blazor Server", \.blazor),
      ])
  }

  private var returnTable: MarkdownTable {
    MarkdownTable(
      "Time for all streams to return",
      [["Disruption"] + head]
        + [Disruption.deploy, .proxies].map { disruption in
          row(disruption.rawValue) { plan in
            Decimals.rough(disruption.slice(of: plan, inputs: inputs).shortestReturn) + " s"
          }
        })
  }

  private func recoveryTable(of disruption: Disruption) -> MarkdownTable {
    let rows = plans.flatMap { plan in
      let slice = disruption.slice(of: plan, inputs: inputs)
      return RetryPolicy.all.map { policy in
        let result = RecoverySimulation.run(slice, policy: policy, seed: seed)
        return [
          Decimals.text(plan.demand.people), policy.name,
          Decimals.text(Double(result.longestQueue)),
          Decimals.rough(result.responses.percentile(0.99) * 1000) + " ms",
          Decimals.rough(result.returns.percentile(0.5)) + " s",
          Decimals.rough(result.returns.percentile(0.99)) + " s",
          Decimals.rough(Double(result.rejected) / Double(max(1, result.returns.count))),
          result.recovery.map { Decimals.rough($0) + " s" } ?? "not within 10 min",
          result.holds(inputs) ? "yes" : "no",
        ]
      }
    }
    return MarkdownTable(
      disruption.rawValue,
      [
        [
          "People", "Pauses", "Longest queue", "Other requests, p99", "Return, p50",
          "Return, p99", "503s per return", "Recovery", "Holds",
        ]
      ] + rows)
  }
}
