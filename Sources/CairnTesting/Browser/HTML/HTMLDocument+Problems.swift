extension HTMLDocument {
  /// Returns the problems in the source of a page, with line numbers that start at 1.
  ///
  /// The check is stricter than browsers. Every element needs its end tag, every attribute must be quoted or plain,
  /// and `<` and `&` in text must be escaped.
  ///
  /// The check also finds constructs that Cairn's pages never contain:
  ///
  /// - `style` and `on…` attributes
  /// - Inline scripts
  /// - Nested forms and nested controls
  /// - Duplicate IDs
  /// - References to IDs that don't exist
  public static func problems(in html: String) -> [String] {
    var checker = HTMLChecker(html)
    checker.run()
    return checker.problems
  }
}

/// A strict check of a source, tag by tag.
private struct HTMLChecker {
  private(set) var problems: [String] = []

  private var scanner: HTMLScanner
  private var open: [String] = []
  private var ids: Set<String> = []
  private var references: [(id: String, attribute: String, line: Int)] = []

  init(_ html: String) {
    scanner = HTMLScanner(html)
  }

  mutating func run() {
    while let token = scanner.next() {
      switch token {
      case .start(let name, let attributes, let isClosed):
        begin(name, attributes, isClosed: isClosed)
      case .end(let name): end(name)
      case .problem(let problem): report(problem)
      }
    }
    for name in open.reversed() { report("<\(name)> has no end tag") }
    for (id, attribute, line) in references where !ids.contains(id) {
      problems.append("line \(line): \(attribute)=\"\(id)\" refers to a missing ID")
    }
  }

  private mutating func report(_ problem: String) {
    problems.append("line \(scanner.line): \(problem)")
  }

  private mutating func begin(
    _ name: String, _ attributes: [(name: String, value: String)], isClosed: Bool
  ) {
    check(attributes, of: name)
    if name == "form", open.contains("form") { report("<form> inside <form>") }
    if Self.controls.contains(name), let outer = open.first(where: Self.controls.contains) {
      report("<\(name)> inside <\(outer)>")
    }
    if name == "script", !attributes.contains(where: { $0.name == "src" }) {
      report("inline script")
    }
    if Self.void.contains(name) { return }
    // Outside of SVG, browsers ignore the slash.
    if isClosed, name == "svg" || open.contains("svg") { return }
    open.append(name)
  }

  private mutating func end(_ name: String) {
    guard let index = open.lastIndex(of: name) else { return report("</\(name)> has no start tag") }
    for inner in open[(index + 1)...].reversed() {
      report("<\(inner)> has no end tag before </\(name)>")
    }
    open.removeSubrange(index...)
  }

  private mutating func check(_ attributes: [(name: String, value: String)], of element: String) {
    var names: Set<String> = []
    for (name, value) in attributes {
      if !names.insert(name).inserted { report("duplicate attribute \(name) in <\(element)>") }
      if name == "style" || name.hasPrefix("on") { report("attribute \(name) in <\(element)>") }
      switch name {
      case "id":
        if !ids.insert(value).inserted { report("duplicate ID \(value)") }
      case "for", "form", "list", "aria-labelledby", "aria-describedby", "aria-controls":
        for id in value.split(separator: " ") {
          references.append((String(id), name, scanner.line))
        }
      default: break
      }
    }
  }

  private static let controls: Set<String> = ["a", "button", "select", "textarea"]

  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
  ]
}
