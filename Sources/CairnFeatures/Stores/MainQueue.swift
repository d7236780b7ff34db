import Dispatch

/// Determines whether the current code runs on the main actor.
///
/// The thread can't be used for this. If a program waits in `dispatchMain`, as tests on Linux do, any thread
/// can serve the main queue.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
