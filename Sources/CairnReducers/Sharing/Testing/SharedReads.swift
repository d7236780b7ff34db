import Synchronization

/// A collection of the shared values that are read by a piece of work.
package final class SharedReads: Sendable {
  @TaskLocal static var current: SharedReads?

  private let roots = Mutex<[ObjectIdentifier: any SharedRoot]>([:])

  private init() {
    SharedContext.users.add(1, ordering: .relaxed)
  }

  deinit {
    SharedContext.users.subtract(1, ordering: .relaxed)
  }

  /// Runs a closure, and returns its result and the shared values that it has read.
  package static func collect<Result>(
    _ body: () throws -> Result
  ) rethrows -> (result: Result, roots: [any SharedRoot]) {
    let reads = SharedReads()
    let result = try $current.withValue(reads, operation: body)
    return (result, reads.roots.withLock { Array($0.values) })
  }

  func note(_ root: any SharedRoot) {
    roots.withLock { $0[ObjectIdentifier(root)] = root }
  }
}
