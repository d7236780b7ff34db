import CairnBytes
import CairnViews

/// The work of a scene on the server that runs it, as far as other servers need it for the scene's pages.
struct StoredWork: Equatable {
  /// Whether effects are running that may change the page without a request.
  var mayChange: Bool
  /// The visible views whose `.task` has begun, by their identities.
  var tasks: Set<UInt64>

  /// The work of a scene without effects and tasks, which isn't stored.
  static let idle = StoredWork(mayChange: false, tasks: [])

  /// Returns whether views that appear have no work to begin.
  /// - Parameters:
  ///   - appeared: The views whose `.onAppear` has run.
  ///   - isConnected: Whether the browser is connected to the server that makes the page. If so, the work for connected
  ///     browsers belongs on that server.
  func covers(_ appearances: [Appearance], appeared: Set<UInt64>, isConnected: Bool) -> Bool {
    appearances.allSatisfy { appearance in
      (appearance.isTask ? tasks : appeared).contains(appearance.identity)
        || appearance.isLive && !isConnected
    }
  }
}

extension StoredWork {
  func append(to bytes: inout [UInt8]) {
    bytes.append(mayChange ? 1 : 0)
    bytes.appendVariable(UInt64(tasks.count))
    for task in tasks.sorted() { bytes.appendBigEndian(task) }
  }

  /// Reads the bytes of ``append(to:)``. Returns `nil` for any other bytes.
  init?(from bytes: inout ArraySlice<UInt8>) {
    guard let flag = bytes.popFirst(), let count = bytes.readCount() else { return nil }
    mayChange = flag & 1 != 0
    tasks = []
    for _ in 0..<count {
      guard let task = bytes.readBigEndian(UInt64.self) else { return nil }
      tasks.insert(task)
    }
  }
}
