import Foundation

/// A rewriter for the imports of JavaScript modules. It replaces the name of each imported file with the
/// file's hashed name.
///
/// Browsers can therefore cache all modules, and never mix versions.
///
/// An import is `from "./NAME"` or `import "./NAME"` of a file in the same folder. Files that import each other in a
/// cycle aren't changed.
struct ModuleImports {
  private var contents: [String: Data]
  private var open: Set<String> = []
  private var done: Set<String> = []

  /// Returns the contents of files by their names, with rewritten imports in all modules.
  static func linked(_ contents: [String: Data]) -> [String: Data] {
    var imports = ModuleImports(contents: contents)
    for name in contents.keys { imports.link(name) }
    return imports.contents
  }

  private init(contents: [String: Data]) { self.contents = contents }

  /// Rewrites the imports of a file, after the imports of the imported files.
  ///
  /// - Returns: Whether this was possible. It isn't if the imports form a cycle.
  @discardableResult
  private mutating func link(_ name: String) -> Bool {
    guard name.hasSuffix(".js") || name.hasSuffix(".mjs"), !done.contains(name) else { return true }
    guard open.insert(name).inserted else { return false }
    defer { open.remove(name) }
    guard let data = contents[name], let text = String(data: data, encoding: .utf8) else {
      return true
    }
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    var result = ""
    var rest = text[...]
    while let match = rest.firstMatch(of: /\b(?:from|import)\s*"\.\/([^"\/]+)"/) {
      let imported = folder + String(match.output.1)
      result += rest[..<match.output.1.startIndex]
      if contents[imported] != nil {
        guard link(imported) else { return false }
        let file = StaticFile.hashedName(imported, contents[imported] ?? Data())
        result += String(file.dropFirst(folder.count))
      } else {
        result += match.output.1
      }
      rest = rest[match.output.1.endIndex...]
    }
    contents[name] = Data((result + rest).utf8)
    done.insert(name)
    return true
  }
}
