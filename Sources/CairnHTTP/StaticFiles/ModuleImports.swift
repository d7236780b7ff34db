import Foundation

/// Writes the imports of JavaScript modules by the names that change with the content of what they import, so that
/// browsers keep all of them and never mix versions.
///
/// An import is `from "./NAME"` or `import "./NAME"`, of a file in the same folder. Files that import each other in a
/// circle stay as they are.
struct ModuleImports {
  private var contents: [String: Data]
  private var open: Set<String> = []
  private var done: Set<String> = []

  /// The contents of files by their names, with the imports of all modules among them written so.
  static func linked(_ contents: [String: Data]) -> [String: Data] {
    var imports = ModuleImports(contents: contents)
    for name in contents.keys { imports.link(name) }
    return imports.contents
  }

  private init(contents: [String: Data]) { self.contents = contents }

  /// Writes the imports of one file, and before it those of what it imports; answers whether it could.
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
