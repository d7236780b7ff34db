import CairnApplications
import CairnBytes
import CairnDependencies
import CairnFeatures
import CairnReducers
import CairnScreens
import CairnSecurity
import Logging

extension PageResponder {
  /// Logs which applications have a state that can't be stored, and which ones initially present something that their
  /// URL doesn't show.
  ///
  /// The messages explain what to do. One instance of each application is created for this, and ended.
  func reportStorageGaps() {
    let session = browserSession(.random())
    for mount in mounts {
      let scene = LiveScene(
        mount: mount, record: nil, dependencies: dependencies(SessionStorage(), session))
      let (gap, hidden) = scene.withLock { ($0.scene.storageGap(), $0.scene.hiddenBeginning()) }
      scene.end()
      let messages = [
        gap?.message(path: mount.prefix.path, application: mount.application),
        hidden.map { hidden in
          """
          The initial state of '\(String(reflecting: mount.application))' presents \(hidden.url), but a \
          visitor of \(mount.prefix.path) doesn't see that, because the URL determines what's presented. Present it \
          with an action, such as one sent in '.task', or link to it.
          """
        },
      ]
      for message in messages.compactMap(\.self) { logger.warning("\(message)") }
    }
  }
}

extension SceneRuntime {
  /// Returns the scene's initial location if its application's own URL opens a different one.
  ///
  /// This changes the scene, so call it only on a temporary one.
  fileprivate func hiddenBeginning() -> Location? {
    let beginning = location
    _ = page.open(Location())
    return location.segments.hasSameBytes(as: beginning.segments) ? nil : beginning
  }

  /// Returns why the scene's state isn't stored, or `nil` if it is.
  fileprivate func storageGap() -> StorageGap? {
    guard case .noStore? = page.gap else { return page.gap }
    // A view may create a store for each page, which can't be kept.
    let stores = RootStores()
    _ = RootStores.$current.withValue(stores) { page.collect([]) }
    return stores.all.first.map { .storeOfView($0.stateType) } ?? .noStore
  }
}
