import Dispatch

/// Whether code that may run anywhere runs on the main actor.
///
/// The thread does not tell: where a program waits in `dispatchMain`, as a run of tests does on Linux,
/// any thread serves the main queue.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
