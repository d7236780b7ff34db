internal import IssueReporting
internal import Synchronization

/// The caches of a process or of one test, one for each context.
package final class DependencyCaches: Sendable {
  private let live = DependencyCache()
  private let preview = DependencyCache()
  private let test = DependencyCache()

  subscript(context: DependencyContext) -> DependencyCache {
    switch context {
    case .live: live
    case .preview: preview
    case .test: test
    }
  }

  private static let ofProcess = DependencyCaches()
  private static let ofTests = Mutex<[TestContext.Testing.Test.ID: DependencyCaches]>([:])

  private static let ofXCTest = Mutex(DependencyCaches())

  /// Clears the caches, because another XCTest starts.
  package static func xcTestWillStart() {
    ofXCTest.withLock { $0 = DependencyCaches() }
  }

  /// The caches of the current test, or of the process if no test is running.
  static var current: DependencyCaches {
    guard isTesting else { return ofProcess }
    guard case .swiftTesting(let testing?) = TestContext.current else {
      _ = XCTests.areFollowed
      return ofXCTest.withLock { $0 }
    }
    return ofTests.withLock { caches in
      let found = caches[testing.test.id] ?? DependencyCaches()
      caches[testing.test.id] = found
      return found
    }
  }
}
