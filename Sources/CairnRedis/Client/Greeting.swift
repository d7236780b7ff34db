import CairnSessions

/// The commands that a connection begins with, and what their replies reveal about the server.
struct Greeting {
  enum Step: Hashable {
    case authenticate
    case name
    case select
    case role
    case slots
    case information
    case load(Script)
  }

  /// The hashes of all scripts.
  var hashes: [[UInt8]] = Array(repeating: [], count: Script.allCases.count)
  /// The reply to `CLUSTER SLOTS`, which is an error if the server isn't part of a cluster.
  private(set) var slots = RedisReply.nothing
  /// The reply to `INFO`, or `nil` if the user mustn't see it.
  private(set) var information: String?
  private var isReplica = false
  /// The first failure of a step that's needed.
  private var failure: String?

  /// Returns the steps with their commands.
  static func commands(
    for configuration: RedisSessionStore.Configuration
  ) -> [(Step, RedisArguments)] {
    var commands: [(Step, RedisArguments)] = []
    if let credentials = configuration.credentials {
      var arguments = RedisArguments("AUTH")
      if let user = credentials.user { arguments.append(user) }
      arguments.append(credentials.password)
      commands.append((.authenticate, arguments))
    }
    commands.append((.name, RedisArguments("CLIENT", "SETNAME", "cairn")))
    if configuration.database != 0 {
      commands.append((.select, RedisArguments("SELECT", "\(configuration.database)")))
    }
    commands.append((.role, RedisArguments("ROLE")))
    commands.append((.slots, RedisArguments("CLUSTER", "SLOTS")))
    commands.append((.information, RedisArguments("INFO")))
    for script in Script.allCases {
      commands.append((.load(script), RedisArguments("SCRIPT", "LOAD", script.text)))
    }
    return commands
  }

  /// Returns the steps of a connection that only receives messages, with their commands.
  static func subscriberCommands(
    for configuration: RedisSessionStore.Configuration
  ) -> [(Step, RedisArguments)] {
    commands(for: configuration).filter { step, _ in
      switch step {
      case .authenticate, .name, .role, .slots: true
      case .select, .information, .load: false
      }
    }
  }

  mutating func receive(_ reply: RedisReply, for step: Step) {
    if case .error(let text) = reply {
      let isNeeded =
        switch step {
        case .authenticate, .select, .load: true
        case .name, .role, .slots, .information:
          text.hasPrefix("LOADING") || text.hasPrefix("NOAUTH")
        }
      if isNeeded, failure == nil { failure = text }
    }
    switch step {
    case .role: isReplica = reply.array?.first?.text == "slave"
    case .slots: slots = reply
    case .information: information = reply.text
    case .load(let script): hashes[script.rawValue] = reply.bytes ?? []
    case .authenticate, .name, .select: break
    }
  }

  /// What keeps the connection from being used.
  enum Objection {
    /// The server may be ready soon.
    case temporary(SessionStoreError)
    /// The settings must change first.
    case lasting(SessionStoreError)
  }

  /// Returns what keeps the connection from being used, or `nil` if it's ready.
  func objection(_ address: RedisAddress) -> Objection? {
    if let failure {
      let error = SessionStoreError(
        reply: failure, operation: "accept a connection", address: address)
      return failure.hasPrefix("LOADING") ? .temporary(error) : .lasting(error)
    }
    // A node of a cluster redirects to the primary.
    if isReplica, slots.array == nil { return .temporary(.replica(address)) }
    return nil
  }
}
