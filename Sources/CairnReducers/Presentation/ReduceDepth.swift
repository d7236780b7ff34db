import Glibc

/// How many presentations deep the reducer is that runs on this thread.
///
/// A reducer runs synchronously, so a thread's own storage answers `isPresented` at a fraction of the
/// cost of a task local, which would have to be pushed for each presentation of each action.
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

  /// Runs a presented feature's reducer.
  @inlinable
  static func presented<Result>(_ body: () -> Result) -> Result {
    let outer = depth
    depth = outer + 1
    defer { depth = outer }
    return body()
  }
}
