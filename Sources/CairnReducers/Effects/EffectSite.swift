import CairnDependencies
import CairnFeatures

/// Where the effect is in the tree of features whose task asks.
struct EffectSite: Sendable {
  @TaskLocal static var current: EffectSite?

  let isolation: any StoreIsolation
  /// What can be canceled in the effect's store.
  let registry: CancellationRegistry
  private let path: IdentityPath

  init(_ host: any EffectHost, _ path: IdentityPath) {
    isolation = host.isolation
    registry = host.cancellations
    self.path = path
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
    Cancellation(id: CancellationID(id), path: path)
  }
}
