import Cairn
import CairnApplications
import CairnDependencies
import CairnRecorder
import Foundation

@testable import CairnServer
@testable import Gallery

/// The sample applications, with items of their own and without effects.
struct Samples {
  let mounts = GalleryApp.mounts()

  /// The dependencies of a new scene.
  var dependencies: DependencyValues { Replay.dependencies(Self.prepare) }

  private static let items = IdentifiedArray(
    uniqueElements: Item.samples.enumerated().map { index, sample in
      var item = sample
      item.id = index + 1
      return item
    })

  private static func prepare(_ dependencies: inout DependencyValues) {
    dependencies.inventory = InventoryClient(
      items: { Self.items }, add: { _ in }, addAll: { _ in }, update: { _ in },
      count: { _ in }, delete: { _ in })
    dependencies.date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    dependencies.uuid = .incrementing
  }

  /// Returns the sample at a path, or `nil` if there is no sample.
  func mount(at path: String) -> Mount? {
    mounts.first { $0.prefix.path.isSame(as: path) }
  }

  /// Runs a closure with a scene of a sample. The scene continues from a snapshot if there is one.
  func withScene<Result>(
    _ mount: Mount, from snapshot: SceneSnapshot? = nil, _ body: (SceneRuntime) throws -> Result
  ) rethrows -> Result {
    let scene = LiveScene(
      mount: mount, record: nil, dependencies: dependencies, from: snapshot,
      activity: .withoutEffects)
    defer { scene.end() }
    return try scene.withLock { try body($0.scene) }
  }
}
