import Foundation

/// The files of a module, and the files whose types each mentions.
///
/// The graph is read from the text, without comments and string literals. A file owns the types that are declared at
/// its top level.
struct TypeGraph {
  /// The number of lines of each file, by the file's path in the module's folder.
  let lines: [String: Int]
  /// The files whose types a file mentions.
  let uses: [String: Set<String>]

  /// Reads all Swift files in a folder and its subfolders.
  init(folder: URL) throws {
    let prefix = folder.path + "/"
    let paths = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { ($0 as? URL)?.path }
      .filter { $0.hasPrefix(prefix) && $0.hasSuffix(".swift") }
    var files: [String: String] = [:]
    for path in paths ?? [] {
      files[String(path.dropFirst(prefix.count))] = try String(
        contentsOfFile: path, encoding: .utf8)
    }
    self.init(files: files)
  }

  /// Reads files that are given by their paths.
  init(files: [String: String]) {
    let code = files.mapValues(Self.code)
    var owners: [Substring: String] = [:]
    for (path, code) in code.sorted(by: { $0.key < $1.key }) {
      for match in code.matches(of: Self.declaration) { owners[match.output.1] = path }
    }
    lines = files.mapValues { $0.split(separator: "\n", omittingEmptySubsequences: false).count }
    // With the default kind of boundary, a word continues after a period.
    let name = /\b[A-Z]\w*\b/.wordBoundaryKind(.simple)
    uses = Dictionary(
      uniqueKeysWithValues: code.map { path, code in
        let used = code.matches(of: name).compactMap { owners[$0.output] }
        return (path, Set(used).subtracting([path]))
      })
  }

  /// The declaration of a type that other files can mention.
  private static var declaration: Regex<(Substring, Substring)> {
    /(?m)^(?:@\w+ )*(?:(?:public|package|final|indirect|open) )*(?:struct|class|enum|actor|protocol|typealias) ([A-Z]\w*)/
  }

  /// Returns a file's text without comments and string literals.
  private static func code(_ text: String) -> String {
    text.replacing(/"""[\s\S]*?"""/, with: "").replacing(/\/\/.*/, with: "")
      .replacing(/"(?:\\.|[^"\\\n])*"/, with: "")
  }

  /// The folders that each folder's files depend on.
  var folders: [String: Set<String>] {
    var folders: [String: Set<String>] = [:]
    for (path, others) in uses {
      let folder = Self.folder(of: path)
      folders[folder, default: []].formUnion(others.map(Self.folder))
    }
    for (folder, others) in folders { folders[folder] = others.subtracting([folder]) }
    return folders
  }

  /// Returns the folder of a file.
  static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Returns the largest set of nodes in which each node can reach every other node.
  static func largestCycle(in graph: [String: Set<String>]) -> Set<String> {
    let all = Set(graph.keys)
    let reversed = Dictionary(
      grouping: graph.flatMap { from, targets in targets.map { (target: $0, from: from) } },
      by: \.target
    ).mapValues { Set($0.map(\.from)) }
    var rest = all
    var largest: Set<String> = []
    while let node = rest.min() {
      let cycle = reachable(from: node, in: graph).intersection(reachable(from: node, in: reversed))
      rest.subtract(cycle)
      if cycle.count > largest.count { largest = cycle }
    }
    return largest.count > 1 ? largest : []
  }

  private static func reachable(from node: String, in graph: [String: Set<String>]) -> Set<String> {
    var found: Set = [node]
    var next = [node]
    while let node = next.popLast() {
      for other in graph[node] ?? [] where found.insert(other).inserted { next.append(other) }
    }
    return found
  }
}
