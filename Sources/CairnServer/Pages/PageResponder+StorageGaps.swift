import CairnApplications
import CairnBytes
import CairnDependencies
import CairnFeatures
import CairnReducers
import CairnScreens
import CairnSecurity
import Logging

extension PageResponder {
  /// Says in the log of which applications the state is not stored, and which present something at first that
  /// their URL doesn't show, and what to do about it.
  ///
  /// One value of each application is made for that, and ended.
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
          The initial state of '\(String(reflecting: mount.application))' presents \(hidden.url), and a \
          visitor of \(mount.prefix.path) doesn't see that: a URL says all that is presented. Present it by \
          an action, such as one sent in '.task', or link to it.
          """
        },
      ]
      for message in messages.compactMap(\.self) { logger.warning("\(message)") }
    }
  }
}

extension SceneRuntime {
  /// Where the scene is at first, if its application's own URL opens something else. For a scene
  /// that is ended then.
  fileprivate func hiddenBeginning() -> Location? {
    let beginning = location
    _ = page.open(Location())
    return location.segments.hasSameBytes(as: beginning.segments) ? nil : beginning
  }

  /// Why the scene's state is not stored; nil where it is.
  fileprivate func storageGap() -> StorageGap? {
    guard case .noStore? = page.gap else { return page.gap }
    // A store may be made with each page, where nothing can be kept of it.
    let stores = RootStores()
    _ = RootStores.$current.withValue(stores) { page.collect([]) }
    return stores.all.first.map { .storeOfView($0.stateType) } ?? .noStore
  }
}
