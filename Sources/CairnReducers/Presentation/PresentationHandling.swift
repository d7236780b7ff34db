import Glibc

/// Whether an `ifLet` or `forEach` has got a dismissal, a pop, or a push on this thread.
///
/// A binding asks after it has sent one: if none got it, the operator is missing. Reducers run
/// synchronously, so storage of the thread can tell, and other actions cost nothing.
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

  /// Whether one is handled while an operation runs.
  static func observe(_ operation: () -> Void) -> Bool {
    let outer = wasHandled
    wasHandled = false
    defer { if outer { wasHandled = true } }
    operation()
    return wasHandled
  }
}
