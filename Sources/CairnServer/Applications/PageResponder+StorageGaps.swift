import CairnDependencies
import CairnFeatures
import CairnReducers
import CairnScreens
import Logging

extension PageResponder {
  /// Says in the log of which applications the state is not stored, and what to do about it.
  ///
  /// One value of each application is made for that, and ended.
  func reportStorageGaps() {
    let session = browserSession(.random())
    for mount in mounts {
      let scene = LiveScene(
        mount: mount, record: nil, dependencies: dependencies(SessionStorage(), session))
      let gap = scene.withLock { $0.storageGap() }
      scene.end()
      let message = gap?.message(path: mount.prefix.path, application: mount.application)
      if let message { logger.warning("\(message)") }
    }
  }
}

extension LiveScene {
  /// Why the scene's state is not stored; nil where it is. To be called under the scene's lock.
  fileprivate func storageGap() -> StorageGap? {
    guard case .noStore? = page.gap else { return page.gap }
    // A store may be made with each page, where nothing can be kept of it.
    let stores = RootStores()
    _ = RootStores.$current.withValue(stores) { page.collect([]) }
    return stores.all.first.map { .storeOfView($0.stateType) } ?? .noStore
  }
}
