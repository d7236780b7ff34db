import CairnDependencies
import CairnFeatures

/// The position of the current task's effect in the tree of features.
struct EffectSite: Sendable {
  @TaskLocal static var current: EffectSite?

  let isolation: any StoreIsolation
  /// The work in the effect's store that can be canceled by an ID.
  let registry: CancellationRegistry
  private let path: IdentityPath

  init(_ host: any EffectHost, _ path: IdentityPath) {
    isolation = host.isolation
    registry = host.cancellations
    self.path = path
  }

  /// Runs the work of an effect.
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
