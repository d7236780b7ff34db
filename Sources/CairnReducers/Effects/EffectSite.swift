import CairnDependencies
import CairnFeatures
import Synchronization

/// Where the effect is in the tree of features whose task asks.
///
/// `@unchecked Sendable`: identities are made of key paths and of ids, which nobody changes.
struct EffectSite: @unchecked Sendable {
  @TaskLocal static var current: EffectSite?

  let isolation: any StoreIsolation
  let host: ObjectIdentifier
  private let path: [IdentityNode]
  private weak var store: (any EffectHost)?

  init(_ host: any EffectHost, _ path: [IdentityNode]) {
    isolation = host.isolation
    self.host = ObjectIdentifier(host)
    self.path = path
    store = host
  }

  /// Runs an effect's work.
  static func run(
    at site: EffectSite, with dependencies: DependencyValues,
    _ work: nonisolated(nonsending) () async -> Void
  ) async {
    await $current.withValue(site) {
      await DependencyValues.$_current.withValue(dependencies) { await work() }
    }
  }

  func cancellation(_ id: some Hashable) -> Cancellation {
    Cancellation(id: AnyHashable(TypedID(id)), path: path)
  }

  /// Cancels the effects that run under an id and had begun at a moment.
  func cancelEffects(_ id: some Hashable & Sendable, begunBy moment: EffectMoment) async {
    await isolation.perform { store?.cancel(cancellation(id), begunBy: moment) }
  }
}

/// When an effect, or a task in one, has begun: what begins later has a greater one.
///
/// A cancellation that takes its time must not reach what has begun meanwhile.
struct EffectMoment: Comparable {
  private static let latest = Atomic<Int>(0)

  private let number: Int

  /// The moment of what begins now.
  static func next() -> EffectMoment {
    EffectMoment(number: latest.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// After all that has begun.
  static var now: EffectMoment { EffectMoment(number: latest.load(ordering: .relaxed)) }

  static func < (one: EffectMoment, other: EffectMoment) -> Bool { one.number < other.number }
}

/// The tasks, inside of effects, that can be cancelled by an id.
enum CancellableTasks {
  /// `@unchecked Sendable`: as ``EffectSite``.
  private struct Entry: @unchecked Sendable {
    let cancellation: Cancellation
    let beginning = EffectMoment.next()
    let cancel: @Sendable () -> Void
  }

  private struct State: Sendable {
    var next = 0
    var entries: [ObjectIdentifier: [Int: Entry]] = [:]
  }

  private static let state = Mutex(State())

  /// Adds a task of a store's effect; answers the number to remove it by.
  static func add(
    _ cancellation: Cancellation, of host: ObjectIdentifier, cancel: @escaping @Sendable () -> Void
  ) -> Int {
    let entry = Entry(cancellation: cancellation, cancel: cancel)
    return state.withLock { state in
      state.next += 1
      state.entries[host, default: [:]][state.next] = entry
      return state.next
    }
  }

  static func remove(_ number: Int, of host: ObjectIdentifier) {
    state.withLock { state in
      state.entries[host]?[number] = nil
      if state.entries[host]?.isEmpty == true { state.entries[host] = nil }
    }
  }

  /// Cancels the tasks that a cancellation reaches and that had begun at a moment.
  static func cancel(
    _ cancellation: Cancellation, of host: ObjectIdentifier, begunBy moment: EffectMoment
  ) {
    let entries = state.withLock { $0.entries[host].map { Array($0.values) } ?? [] }
    for entry in entries
    where entry.beginning <= moment && cancellation.reaches(entry.cancellation) {
      entry.cancel()
    }
  }
}
