import Foundation
import GRDBSQLite
import Synchronization

/// A simulated full disk. SQLite can't write to files below a folder while a test requests it.
///
/// It wraps SQLite's own file system and replaces two functions. Like a real full disk in WAL mode,
/// COMMIT fails instead of the statement before it.
enum FullDisk {
  private struct State {
    var folders: Set<String> = []
    /// The paths of open files, by the address of SQLite's file structure.
    var paths: [UInt: String] = [:]
    /// The replacement for each file's original functions, by the address of the original functions.
    var replaced: [UInt: UInt] = [:]
  }

  private typealias Methods = UnsafeMutablePointer<sqlite3_io_methods>

  private static let state = Mutex(State())

  // SQLite owns it for the life of the process. It's looked up once and never changes.
  nonisolated(unsafe) private static let base = sqlite3_vfs_find(nil)
  // All files share the function. Accesses hold the lock of the state.
  nonisolated(unsafe) private static var write:
    (
      @convention(c) (
        UnsafeMutablePointer<sqlite3_file>?, UnsafeRawPointer?, CInt, sqlite3_int64
      ) -> CInt
    )?

  /// Makes databases that are opened from now on use the simulated disk.
  static func install() { _ = isInstalled }

  /// Runs a closure while the disk is full below a folder.
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
