/// Joins modules into one, which a browser fetches at once and compresses better than its parts.
///
/// Each module that is imported becomes a function, called once, that returns what the module exports. Lines that
/// are comments, and indents, are left out: those are for who reads the modules. It knows the forms that these
/// modules use: an import is a line of its own, `import { a, b } from "./name.js"` or
/// `import * as name from "./name.js"`, and what is exported is a `function` or a `const`.
struct JoinedModules {
  private let modules: [String: String]
  private var joined: Set<String> = []
  private var lines: [String] = []

  /// - Parameter entry: The name of the module that is run.
  init(of modules: [String: String], from entry: String) {
    self.modules = modules
    lines += join(entry).lines
  }

  var text: String { lines.joined(separator: "\n") }

  /// A module's lines, and the names of what it exports; what it imports is joined before.
  private mutating func join(_ name: String) -> (lines: [String], exports: [String]) {
    var own: [String] = []
    var exports: [String] = []
    for line in Self.code(of: modules[name] ?? "") {
      if let match = line.wholeMatch(of: /import (?:(\{.*\})|\* as (\w+)) from "\.\/(\w+)\.js"/) {
        let imported = String(match.3)
        if joined.insert(imported).inserted {
          let module = join(imported)
          lines += ["const $\(imported) = (() => {"] + module.lines
          lines += ["return { \(module.exports.joined(separator: ", ")) }", "})()"]
        }
        own.append("const \(match.1 ?? match.2 ?? "_") = $\(imported)")
      } else if let match = line.prefixMatch(of: /export ((?:async )?(?:function|const) (\w+))/) {
        exports.append(String(match.2))
        own.append(String(match.1 + line[match.range.upperBound...]))
      } else {
        own.append(String(line))
      }
    }
    return (own, exports)
  }

  private static func code(of module: String) -> [Substring] {
    var isInComment = false
    return module.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { text in
      if text.hasPrefix("/**") { isInComment = true }
      let isComment = isInComment || text.hasPrefix("//")
      if isInComment, text.hasSuffix("*/") { isInComment = false }
      return !isComment && !text.isEmpty
    }
  }
}
