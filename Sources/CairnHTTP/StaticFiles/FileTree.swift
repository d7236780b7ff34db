import Foundation

/// The files of a directory that can be published.
enum FileTree {
  /// Returns the contents of all files by their names relative to the directory.
  static func contents(of directory: URL) throws(StaticFilesError) -> [String: Data] {
    let path = directory.path
    guard let root = realPath(path), kind(root) == .directory else { throw .notADirectory(path) }
    var visited: Set<String> = []
    var contents: [String: Data] = [:]
    try collect(directory: root, name: "", root: root, visited: &visited, into: &contents)
    return contents
  }

  private static func collect(
    directory: String, name: String, root: String, visited: inout Set<String>,
    into contents: inout [String: Data]
  ) throws(StaticFilesError) {
    // Links can form a cycle.
    guard visited.insert(directory).inserted else { return }
    let entries: [String]
    do {
      entries = try FileManager.default.contentsOfDirectory(atPath: directory)
    } catch {
      throw .unreadable(directory, reason: error.localizedDescription)
    }
    for entry in entries where !entry.hasPrefix(".") {
      let full = "\(directory)/\(entry)"
      guard let real = realPath(full), real.hasPrefix(root + "/") else { continue }
      // The target of a link can be hidden too.
      let inside = real.dropFirst(root.count + 1)
      guard !inside.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
      let entryName = name.isEmpty ? entry : "\(name)/\(entry)"
      switch kind(real) {
      case .directory:
        try collect(
          directory: real, name: entryName, root: root, visited: &visited, into: &contents)
      case .file:
        do {
          contents[entryName] = try Data(contentsOf: URL(fileURLWithPath: real))
        } catch {
          throw .unreadable(full, reason: error.localizedDescription)
        }
      case nil:
        continue
      }
    }
  }

  private enum Kind {
    case directory, file
  }

  /// Returns the kind of a file, or `nil` for other kinds, such as a pipe, from which reading would block.
  private static func kind(_ path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .directory
    case S_IFREG: return .file
    default: return nil
    }
  }

  /// Returns the path without symbolic links, or `nil` if its target doesn't exist.
  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
