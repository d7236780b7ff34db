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

  /// A presented feature's reducer is about to run; answers what to leave to.
  @inlinable
  static func enter() -> Int {
    let outer = depth
    depth = outer + 1
    return outer
  }

  /// A presented feature's reducer has run.
  @inlinable
  static func leave(to outer: Int) {
    depth = outer
  }
}
