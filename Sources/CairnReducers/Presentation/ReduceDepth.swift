import Glibc

/// The number of nested presentations around the reducer that's running on this thread.
///
/// Reducers run synchronously, so thread-local storage can be used to determine `isPresented`. It's much faster than a
/// task local, which would need a new scope for each presentation and action.
@usableFromInline
enum ReduceDepth {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  @usableFromInline
  static var depth: Int {
    get { Int(bitPattern: pthread_getspecific(key)) }
    set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
  }

  static var isPresented: Bool { depth > 0 }

  /// Enters a presentation before its reducer runs.
  ///
  /// - Returns: The previous depth, to pass to ``leave(to:)``.
  @inlinable
  static func enter() -> Int {
    let outer = depth
    depth = outer + 1
    return outer
  }

  /// Leaves a presentation after its reducer has run.
  ///
  /// - Parameter outer: The result of ``enter()``.
  @inlinable
  static func leave(to outer: Int) {
    depth = outer
  }
}
