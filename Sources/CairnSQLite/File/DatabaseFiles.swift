import Foundation

/// The files of an open database, which are the main file and its `-wal` and `-shm` files.
///
/// A file stays open if it's deleted or replaced. SQLite continues to write to it, and that data is lost when the
/// process ends. Comparing the paths with the open files reveals this.
package struct DatabaseFiles: Sendable {
  /// A change that someone made to the files.
  package enum Change: Sendable {
    /// The main file no longer exists.
    case deleted
    /// The main file was replaced by a different file.
    case replaced
    /// The main file is unchanged, but its `-wal` or `-shm` file is missing or was replaced.
    case torn
  }

  private struct File: Sendable {
    let path: String
    let target: PathTarget

    /// Whether the path now names a different file. If the system can't determine this, the file counts as unchanged.
    var hasMoved: Bool {
      guard case .file = target else { return false }
      let current = PathTarget(path)
      return current != target && current != .unknown
    }
  }

  private let main: File
  private let sideFiles: [File]

  /// Creates the files of a database that was just opened.
  package init(path: String) {
    self.init(path: path, main: PathTarget(path))
  }

  /// Creates the files of a database.
  ///
  /// - Parameters:
  ///   - path: The path of the main file.
  ///   - main: The target of the path before the file was opened. If the file is replaced in between, the database is
  ///     opened one extra time.
  init(path: String, main: PathTarget) {
    self.main = File(path: path, target: main)
    sideFiles = ["-wal", "-shm"].map { File(path: path + $0, target: PathTarget(path + $0)) }
  }

  /// The change that was made to the files since they were opened, or `nil` if the paths still name them.
  ///
  /// Reading this property makes three system calls, which take about 2 µs.
  package var change: Change? {
    if main.hasMoved { return PathTarget(main.path) == .nothing ? .deleted : .replaced }
    return sideFiles.contains(where: \.hasMoved) ? .torn : nil
  }

  /// Removes the `-wal` and `-shm` files of a main file that was deleted or replaced. They would damage a
  /// different main file.
  ///
  /// Call this while the files are open. After they're closed, other files can have their inode numbers.
  package func removeLeftovers() {
    for file in sideFiles where PathTarget(file.path) == file.target {
      try? FileManager.default.removeItem(atPath: file.path)
    }
  }
}
