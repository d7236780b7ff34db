import Foundation

/// The files of an open database: the main one, and those with `-wal` and `-shm` beside it.
///
/// A file stays open when somebody deletes it or puts another one in its place: SQLite goes on
/// writing to it, and all of that is gone when the process ends. The paths tell.
package struct DatabaseFiles: Sendable {
  /// What somebody has done to them.
  package enum Change: Sendable {
    /// There is no main file any more.
    case deleted
    /// The main file is another one.
    case replaced
    /// The main file is there, and one beside it is not, or is another one.
    case torn
  }

  private struct File: Sendable {
    let path: String
    let target: PathTarget

    /// Whether the path names something else now. What the system does not say is taken for the same.
    var hasMoved: Bool {
      guard case .file = target else { return false }
      let current = PathTarget(path)
      return current != target && current != .unknown
    }
  }

  private let main: File
  private let besides: [File]

  /// The files of a database that was just opened.
  package init(path: String) {
    self.init(path: path, main: PathTarget(path))
  }

  /// - Parameters:
  ///   - path: The main file's.
  ///   - main: What the path named before it was opened: where somebody is quicker, the files are
  ///     opened once too often.
  init(path: String, main: PathTarget) {
    self.main = File(path: path, target: main)
    besides = ["-wal", "-shm"].map { File(path: path + $0, target: PathTarget(path + $0)) }
  }

  /// What was done to the files since they were opened; nil where the paths still name them.
  ///
  /// It asks the system three times, which takes about 2 µs.
  package var change: Change? {
    if main.hasMoved { return PathTarget(main.path) == .nothing ? .deleted : .replaced }
    return besides.contains(where: \.hasMoved) ? .torn : nil
  }

  /// Removes what is left beside a main file that was deleted or replaced: to another main file it
  /// would be damage.
  ///
  /// To be called while the files are open: once they are closed others may have their numbers.
  package func removeLeftovers() {
    for file in besides where PathTarget(file.path) == file.target {
      try? FileManager.default.removeItem(atPath: file.path)
    }
  }
}
