import Glibc

/// A flag for each thread that shows whether an `ifLet` or `forEach` has received a dismissal, a pop, or a push.
///
/// A binding reads it after sending such an action. If the action wasn't received, the operator is missing. Reducers
/// run synchronously, so thread-local storage is sufficient, and other actions have no overhead.
enum PresentationHandling {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  static var wasHandled: Bool {
    get { pthread_getspecific(key) != nil }
    set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue ? 1 : 0)) }
  }

  /// Returns whether such an action is handled while a closure runs.
  static func observe(_ operation: () -> Void) -> Bool {
    let outer = wasHandled
    wasHandled = false
    defer { if outer { wasHandled = true } }
    operation()
    return wasHandled
  }
}
