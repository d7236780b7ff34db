import CairnSessions
import Dispatch
import Synchronization

/// The leases of a server in one shard of Redis.
///
/// A key with an expiration shows that the server is there. The server renews it several times before it expires. The
/// server's own term is shorter, and begins when the command is sent. It's therefore over before the key expires, even
/// if the process was stopped in between.
///
/// A server that needs a lease of another server adds it to that server's set of asked leases, which the replies of all
/// commands contain. Messages only make servers send a command earlier.
final class LeaseShard: Sendable {
  /// A claim of a lease that another server had at the last attempt.
  private struct Claim: Sendable {
    let number: UInt64
    let scene: LeasedScene
    let deadline: ContinuousClock.Instant
    /// The time until the next attempt.
    var delay = Duration.milliseconds(10)
    let completion: @Sendable (Result<Lease, SessionStoreError>) -> Void
  }

  /// The result of a command.
  private struct Outcome: Sendable {
    let claim: LeaseReply.Outcome
    /// The term to which the result belongs, or `nil` if that term is over.
    let term: LeaseTerm?
  }

  private struct WeakRunner: Sendable {
    weak var runner: (any SceneRunner)?
  }

  private struct State: Sendable {
    var runner = WeakRunner()
    var term: LeaseTerm
    /// The number of the command with which the term in Redis has begun, or 0 if none has begun.
    var beginning: UInt64 = 0
    /// When the first command of the term was sent.
    var began: ContinuousClock.Instant
    var subscription: Subscription?
    /// The claims that wait for their next attempt.
    var waiting: [UInt64: Claim] = [:]
    /// The scenes whose effects are being ended for other servers.
    var releasing: Set<LeasedScene> = []
    /// Whether a command to renew the term is in progress, and whether a second one follows.
    var isRenewing = false
    var mustRenew = false
    /// The number of commands in progress, except for the last one.
    var underWay = 0
    var hasBegun = false
    var hasLeft = false
    /// Whether the command that ends the term was sent.
    var hasSentLast = false
  }

  private let id: LeaseHolderID
  private let client: RedisClient
  private let subscriber: Subscriber
  private let keys: Keys
  private let duration: Duration
  /// How long a claim may take.
  private let patience: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let numbers = Atomic<UInt64>(0)
  private let state: Mutex<State>

  /// The queue of timers. It runs nothing else, so that work can't delay them.
  private static let timers = DispatchQueue(label: "cairn.leases", qos: .userInitiated)
  /// The longest time between two attempts to get a lease.
  private static let maximumDelay = Duration.milliseconds(500)

  init(
    _ id: LeaseHolderID, _ client: RedisClient, _ subscriber: Subscriber, _ keys: Keys,
    duration: Duration, patience: Duration,
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.id = id
    self.client = client
    self.subscriber = subscriber
    self.keys = keys
    self.duration = duration
    self.patience = patience
    self.now = now
    state = Mutex(State(term: LeaseTerm(until: now(), now: now), began: now()))
  }

  /// The current term, which is over if there is none.
  var term: LeaseTerm { state.withLock(\.term) }

  /// Sets the scenes of the server.
  func begin(_ runner: any SceneRunner) {
    state.withLock { $0.runner = WeakRunner(runner: runner) }
  }

  private var runner: (any SceneRunner)? { state.withLock(\.runner.runner) }

  /// Ends the term, and gives up all leases.
  func leave() {
    let claims = state.withLock { state -> [Claim]? in
      guard !state.hasLeft else { return nil }
      state.hasLeft = true
      state.term.finish()
      state.subscription = nil
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    guard let claims else { return }
    for claim in claims { claim.completion(.failure(.closed)) }
    sendLast()
  }

  /// Sends the last command as soon as no other one is in progress. Redis may carry out commands of different connections
  /// in any order, and each of the others renews the term.
  private func sendLast() {
    let isDue = state.withLock { state in
      guard state.hasLeft, state.hasBegun, state.underWay == 0, !state.hasSentLast else {
        return false
      }
      state.hasSentLast = true
      return true
    }
    guard isDue else { return }
    let number = numbers.add(1, ordering: .relaxed).newValue
    client.send(
      LeaseCommand.leave.name, command(.leave, number: number), slot: keys.slot, isWrite: false
    ) { _ in }
  }

  private func command(_ command: LeaseCommand, number: UInt64) -> Operation.Command {
    .script(
      .lease, key: keys.server(id),
      command.arguments(of: id, number: number, duration: duration, keys: keys))
  }

  // MARK: The term

  /// Begins to renew the term regularly, unless that has begun.
  private func start() {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    guard isFirst else { return }
    let subscription = subscriber.subscribe(
      to: keys.server(id), onBegin: { [weak self] in self?.renew() },
      handler: { [weak self] in self?.receive($0) })
    state.withLock { if !$0.hasLeft { $0.subscription = subscription } }
    renewLater()
  }

  private func renewLater() {
    Self.timers.asyncAfter(deadline: .now() + duration / 3 / .seconds(1)) { [weak self] in
      guard let self, !state.withLock(\.hasLeft) else { return }
      if term.isOver { endOverdueScenes() }
      renew()
      renewLater()
    }
  }

  /// Renews the term. If a command is already in progress for that, a second one follows it.
  private func renew() {
    let isFirst = state.withLock { state in
      guard !state.isRenewing else {
        state.mustRenew = true
        return false
      }
      state.isRenewing = !state.hasLeft
      return state.isRenewing
    }
    guard isFirst else { return }
    send(.renew) { [self] _ in
      let mustRenew = state.withLock { state in
        state.isRenewing = false
        defer { state.mustRenew = false }
        return state.mustRenew
      }
      if mustRenew { renew() }
    }
  }

  /// Sends a command, which renews the term, too.
  /// - Parameter completion: Called on the client's thread.
  private func send(
    _ command: LeaseCommand,
    completion: @escaping @Sendable (Result<Outcome, SessionStoreError>) -> Void
  ) {
    let number = numbers.add(1, ordering: .relaxed).newValue
    state.withLock { $0.underWay += 1 }
    // The term in Redis begins later than this.
    let sent = now()
    client.send(
      command.name, self.command(command, number: number), slot: keys.slot,
      isWrite: command.isWrite
    ) { [self] result in
      defer {
        state.withLock { $0.underWay -= 1 }
        sendLast()
      }
      switch result {
      case .failure(let error):
        completion(.failure(error))
        // The store was closed before the server has left.
        if error.kind == .closed { leave() }
      case .success(let reply):
        guard let reply = LeaseReply(reply) else {
          return completion(.failure(.unexpectedReply(command.name)))
        }
        completion(.success(Outcome(claim: reply.outcome, term: note(reply, sent: sent))))
      }
    }
  }

  /// Extends the term, or begins the next one if Redis or this server's clock has ended it.
  /// - Returns: The term, or `nil` if the reply belongs to an earlier one.
  private func note(_ reply: LeaseReply, sent: ContinuousClock.Instant) -> LeaseTerm? {
    let (term, isLost) = state.withLock { state -> (LeaseTerm?, Bool) in
      guard !state.hasLeft else { return (nil, false) }
      // Clocks can differ in their speed, and ending effects takes time.
      let end = sent + duration * 5 / 6
      if reply.beginning == state.beginning, state.term.extend(until: end) {
        return (state.term, false)
      }
      // The replies of two connections can overtake each other.
      guard sent >= state.began else { return (nil, false) }
      let hadTerm = state.beginning > 0
      state.term.finish()
      state.beginning = reply.beginning
      state.began = sent
      state.term = LeaseTerm(until: end, now: now)
      return (state.term, hadTerm)
    }
    if isLost { endOverdueScenes() }
    for ask in reply.asks { release(ask.scene, to: ask.server) }
    if reply.asks.count == LeaseReply.maximumAsks { renew() }
    return term
  }

  private func endOverdueScenes() {
    // The client's thread and the timers have other work.
    DispatchQueue.global().async { [self] in runner?.endOverdueScenes() }
  }

  /// Receives a message, which is empty if another server asks for leases. Otherwise, it's the scene whose lease this
  /// server has got or can ask for again.
  private func receive(_ message: [UInt8]) {
    if let scene = LeasedScene(message) { attemptAgain(scene) } else { renew() }
  }

  // MARK: Claiming

  /// Gets the lease of a scene.
  func claim(
    _ scene: LeasedScene,
    completion: @escaping @Sendable (Result<Lease, SessionStoreError>) -> Void
  ) {
    start()
    attempt(
      Claim(
        number: numbers.add(1, ordering: .relaxed).newValue, scene: scene,
        deadline: now() + patience, completion: completion))
  }

  private func attempt(_ claim: Claim) {
    guard !state.withLock(\.hasLeft) else { return claim.completion(.failure(.closed)) }
    // The lease is about to be another server's.
    guard !state.withLock({ $0.releasing.contains(claim.scene) }) else { return wait(claim) }
    send(.claim(claim.scene)) { [self] result in
      switch result {
      case .failure(let error): claim.completion(.failure(error))
      case .success(let outcome):
        // The reply may have taken longer than a term.
        guard outcome.claim != .asked, let term = outcome.term, !term.isOver else {
          return wait(claim)
        }
        claim.completion(.success(Lease(term: term, isPassed: outcome.claim == .held)))
      }
    }
  }

  private func wait(_ claim: Claim) {
    guard now() < claim.deadline else { return claim.completion(.failure(.leaseTaken)) }
    var later = claim
    later.delay = min(Self.maximumDelay, claim.delay * 2)
    let hasLeft = state.withLock { state in
      if !state.hasLeft { state.waiting[claim.number] = later }
      return state.hasLeft
    }
    guard !hasLeft else { return claim.completion(.failure(.closed)) }
    Self.timers.asyncAfter(deadline: .now() + claim.delay / .seconds(1)) { [self] in
      if let claim = state.withLock({ $0.waiting.removeValue(forKey: claim.number) }) {
        attempt(claim)
      }
    }
  }

  /// Attempts the waiting claims of a scene without waiting longer.
  private func attemptAgain(_ scene: LeasedScene) {
    let claims = state.withLock { state in
      let claims = state.waiting.values.filter { $0.scene == scene }
      for claim in claims { state.waiting[claim.number] = nil }
      return claims
    }
    for claim in claims { attempt(claim) }
  }

  // MARK: Releasing

  /// Ends the effects of a scene, and passes its lease to another server. If a request uses the scene, nothing changes,
  /// and the other server asks again.
  private func release(_ scene: LeasedScene, to server: LeaseHolderID) {
    let isFirst = state.withLock { !$0.hasLeft && $0.releasing.insert(scene).inserted }
    guard isFirst else { return }
    let end = { @Sendable [self] in
      state.withLock { _ = $0.releasing.remove(scene) }
      attemptAgain(scene)
    }
    let pass = { @Sendable [self] (hasEnded: Bool) in
      guard hasEnded else { return end() }
      send(.release(scene, to: server)) { _ in end() }
    }
    // Ending effects runs the application's code, which must not delay the client's thread.
    DispatchQueue.global().async { [self] in
      if let runner { runner.endWork(of: scene, completion: pass) } else { pass(true) }
    }
  }
}

extension SessionStoreError {
  /// The error if another server doesn't give up a lease.
  fileprivate static let leaseTaken = SessionStoreError(
    .busy, reason: "Another server is still running the scene, and didn't pass it on in time.",
    recoverySuggestion: "Find out what blocks that server, such as a reducer that never returns.")
}
