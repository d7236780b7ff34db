/// All reachable states of a state machine, and the steps between them.
struct FlowExploration<Flow: Hashable, Event: Hashable, Command: Hashable> {
  /// A step of the machine from one state to another.
  struct Step: Hashable {
    let from: Flow
    let event: Event
    let commands: [Command]
    let to: Flow
  }

  private(set) var steps: [Step] = []
  /// The states in the order of their discovery.
  private(set) var states: [Flow]

  /// Explores a machine.
  /// - Parameters:
  ///   - beginnings: The initial states, and the events that are possible in them.
  ///   - step: Takes a step of the machine, and returns its commands.
  ///   - events: Returns the events that are possible in a state after commands.
  init(
    _ beginnings: [(Flow, [Event])], step: (inout Flow, Event) -> [Command],
    events: (Flow, [Command]) -> [Event]
  ) {
    states = []
    var found: Set<Flow> = []
    // A state can be reached with different commands. The events that are possible then depend on the commands.
    var seen: Set<Arrival> = []
    var next: [Arrival] = []
    func note(_ arrival: Arrival, _ states: inout [Flow]) {
      if found.insert(arrival.flow).inserted { states.append(arrival.flow) }
      if seen.insert(arrival).inserted { next.append(arrival) }
    }
    for (flow, events) in beginnings { note(Arrival(flow: flow, events: events), &states) }
    var index = 0
    while index < next.count {
      let (from, possible) = (next[index].flow, next[index].events)
      index += 1
      for event in possible {
        var to = from
        let commands = step(&to, event)
        steps.append(Step(from: from, event: event, commands: commands, to: to))
        note(Arrival(flow: to, events: events(to, commands)), &states)
      }
    }
  }

  private struct Arrival: Hashable {
    let flow: Flow
    let events: [Event]
  }

  /// Returns the states from which none of the given states is reachable.
  func states(withoutWayTo isEnd: (Flow) -> Bool) -> [Flow] {
    var reaching = Set(states.filter(isEnd))
    var isComplete = false
    while !isComplete {
      isComplete = true
      for step in steps where reaching.contains(step.to) {
        if reaching.insert(step.from).inserted { isComplete = false }
      }
    }
    return states.filter { !reaching.contains($0) }
  }

  /// Returns the machine as a Mermaid diagram of its phases and events. Similar events between two phases are
  /// combined.
  func diagram(phase: (Flow) -> String) -> String {
    var phases: [String] = []
    var events: [String: [String: [String]]] = [:]
    for state in states where !phases.contains(phase(state)) { phases.append(phase(state)) }
    for step in steps {
      let (from, to, name) = (phase(step.from), phase(step.to), Self.label(step.event))
      if events[from]?[to]?.contains(name) != true {
        events[from, default: [:]][to, default: []].append(name)
      }
    }
    var lines = ["stateDiagram-v2", "  [*] --> \(phases[0])"]
    for from in phases {
      for to in phases {
        guard let names = events[from]?[to] else { continue }
        let kinds = Dictionary(grouping: names) { $0.prefix { $0 != " " } }
        let labels = kinds.flatMap { $1.count > 4 ? [String($0)] : $1 }
        lines.append("  \(from) --> \(to): \(labels.sorted().joined(separator: ", "))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns an event's name and its most important values.
  private static func label(_ event: Event) -> String {
    let words = "\(event)".replacing(/\w+\.(?:\w+\.)*/, with: "").matches(of: /\w+/).map(\.output)
    return words.prefix(words.count > 1 && words[1].first?.isUppercase == true ? 1 : 2)
      .joined(separator: " ")
  }
}

extension FlowExploration: Sendable where Flow: Sendable, Event: Sendable, Command: Sendable {}
extension FlowExploration.Step: Sendable where Flow: Sendable, Event: Sendable, Command: Sendable {}

/// The name of an enumeration's case, without associated values.
func caseName(_ value: some Any) -> String {
  String("\(value)".prefix { $0 != "(" })
}
