import Foundation
import GRDBSQLite
import Synchronization

/// A disk without room: SQLite can not write to files below a folder as long as a test says so.
///
/// It is SQLite's own way to files with two functions in front. The failure comes where that of a real
/// disk does: in WAL mode from COMMIT, not from the statement before it.
enum FullDisk {
  private struct State {
    var folders: Set<String> = []
    /// The paths of open files, by the address of what SQLite keeps of them.
    var paths: [UInt: String] = [:]
    /// The functions of a file as they were, and in their place, by the address of the former.
    var replaced: [UInt: UInt] = [:]
  }

  private typealias Methods = UnsafeMutablePointer<sqlite3_io_methods>

  private static let state = Mutex(State())

  // SQLite's, for the life of the process: it is found once, and never changed.
  nonisolated(unsafe) private static let base = sqlite3_vfs_find(nil)
  // The same function for all files; the lock of the state is held where it is set.
  nonisolated(unsafe) private static var write:
    (
      @convention(c) (
        UnsafeMutablePointer<sqlite3_file>?, UnsafeRawPointer?, CInt, sqlite3_int64
      ) -> CInt
    )?

  /// Lets databases that are opened from now on find the disk full where it is.
  static func install() { _ = isInstalled }

  /// Runs a body while there is no room below a folder.
  static func whileFull<Result>(
    _ folder: String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    state.withLock { _ = $0.folders.insert(folder) }
    defer { state.withLock { _ = $0.folders.remove(folder) } }
    return try await body()
  }

  private static let isInstalled: Bool = {
    guard let base else { return false }
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    layer.initialize(to: base.pointee)
    layer.pointee.zName = UnsafePointer(strdup("cairn-full-disk"))
    layer.pointee.xOpen = { _, name, file, flags, result in
      guard let base = FullDisk.base else { return SQLITE_CANTOPEN }
      let code = base.pointee.xOpen(base, name, file, flags, result)
      if code == SQLITE_OK, let file { FullDisk.opened(file, name.map { String(cString: $0) }) }
      return code
    }
    return sqlite3_vfs_register(layer, 1) == SQLITE_OK
  }()

  private static func opened(_ file: UnsafeMutablePointer<sqlite3_file>, _ path: String?) {
    guard let methods = file.pointee.pMethods else { return }
    let replacement = state.withLock { state in
      state.paths[UInt(bitPattern: file)] = path
      let key = UInt(bitPattern: methods)
      if let known = state.replaced[key] { return known }
      write = methods.pointee.xWrite
      let replacement = Methods.allocate(capacity: 1)
      replacement.initialize(to: methods.pointee)
      replacement.pointee.xWrite = { file, bytes, count, offset in
        FullDisk.isFull(file)
          ? SQLITE_FULL : FullDisk.write?(file, bytes, count, offset) ?? SQLITE_IOERR
      }
      state.replaced[key] = UInt(bitPattern: replacement)
      return UInt(bitPattern: replacement)
    }
    file.pointee.pMethods = UnsafePointer(bitPattern: replacement)
  }

  private static func isFull(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Bool {
    state.withLock { state in
      guard let path = state.paths[UInt(bitPattern: file)] else { return false }
      return state.folders.contains { path.hasPrefix($0) }
    }
  }
}
