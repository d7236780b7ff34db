/// Finds the literals in the tokens of a Swift source file that are keys of a string catalog.
struct LocalizedLiterals {
  private let tokens: [SwiftToken]
  /// The names that the sources and the framework declare.
  private let names: LocalizedNames
  /// The names of the framework, for which a string is an alternative to a key.
  private let overloads: LocalizedNames

  init(_ tokens: [SwiftToken], names: LocalizedNames, overloads: LocalizedNames) {
    self.tokens = tokens
    self.names = names
    self.overloads = overloads
  }

  /// Returns the literals, in the order of the source.
  func literals(_ declarations: SwiftDeclarations) -> [SwiftLiteral] {
    var found: [Int] = []
    for start in declarations.values { found += values(in: start..<end(of: start)) ?? [] }
    for body in declarations.bodies { found += results(of: body) }
    for (index, token) in tokens.enumerated() {
      if token.kind == .word {
        found += arguments(ofCallAt: index)
        found += closures(ofCallAt: index)
        found += assignedValues(to: index)
      } else if token.literal != nil, text(index + 1) == "as",
        ["LocalizedStringKey", "TextState"].contains(text(index + 2))
      {
        found.append(index)
      }
    }
    return Set(found).sorted().compactMap { tokens[$0].literal }
  }

  private func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  // MARK: Calls and assignments

  private func arguments(ofCallAt index: Int) -> [Int] {
    guard text(index + 1) == "(", !tokens[index + 1].startsLine,
      !["func", "#", "@"].contains(text(index - 1))
    else { return [] }
    let isInitializer = text(index) == "init" && text(index - 1) == "."
    let name = text(isInitializer ? index - 2 : index)
    var unlabeled = 0
    var found: [Int] = []
    for argument in tokens.arguments(at: index + 1) {
      var value = argument
      var position = LocalizedNames.Position.index(unlabeled)
      if argument.count > 2, tokens[argument.lowerBound].kind == .word,
        text(argument.lowerBound + 1) == ":"
      {
        position = .label(text(argument.lowerBound))
        value = argument.dropFirst(2)
      } else {
        unlabeled += 1
      }
      let parameter = LocalizedNames.Parameter(name: name, position: position)
      guard names.parameters.contains(parameter) else { continue }
      found += values(in: value, isOverload: overloads.parameters.contains(parameter)) ?? []
    }
    return found
  }

  /// Returns the literals of the closures after a call, if they're texts of dialogs.
  private func closures(ofCallAt index: Int) -> [Int] {
    guard LocalizedNames.dialogs.contains(text(index)),
      !["extension", "->", ":"].contains(text(index - 1))
    else { return [] }
    var brace = index + 1
    if text(brace) == "(" { brace = tokens[brace].partner + 1 }
    var found: [Int] = []
    while text(brace) == "{" {
      found += results(of: brace)
      brace = tokens[brace].partner + 1
      // Another closure has a label.
      if text(brace + 1) == ":" { brace += 2 }
    }
    return found
  }

  private func assignedValues(to index: Int) -> [Int] {
    guard text(index + 1) == "=", names.properties.contains(text(index)),
      !["let", "var"].contains(text(index - 1))
    else { return [] }
    return values(in: index + 2..<end(of: index + 2)) ?? []
  }

  /// Returns the index after a value that begins at a token.
  private func end(of start: Int) -> Int {
    var index = start
    while index < tokens.count {
      let token = tokens[index]
      if token.kind == .closing || [",", ";"].contains(token.text) { break }
      let isContinued = token.kind == .symbol && token.text != "@" && token.text != "#"
      if index > start, token.startsLine, tokens[index - 1].kind != .symbol, !isContinued { break }
      index = token.kind == .opening ? token.partner + 1 : index + 1
    }
    return index
  }

  // MARK: Values

  /// Returns the literals of a value, or `nil` if it isn't a literal.
  /// - Parameter isOverload: Whether the value can also be a string. Then a literal next to another value isn't a key.
  private func values(in range: Range<Int>, isOverload: Bool = false) -> [Int]? {
    guard let first = range.first else { return nil }
    if range.count == 1 {
      if text(first) == "nil" { return [] }
      return tokens[first].literal == nil ? nil : [first]
    }
    if text(first) == "(", tokens[first].partner == range.upperBound - 1 {
      return values(in: first + 1..<range.upperBound - 1, isOverload: isOverload)
    }
    if let condition = condition(in: range) {
      let left = values(in: condition.question + 1..<condition.colon, isOverload: isOverload)
      let right = values(in: condition.colon + 1..<range.upperBound, isOverload: isOverload)
      guard isOverload else { return (left ?? []) + (right ?? []) }
      guard let left, let right else { return nil }
      return left + right
    }
    // The types of the following values are known, so a literal is always a key.
    if isOverload { return nil }
    if text(first) == "[", tokens[first].partner == range.upperBound - 1 {
      return tokens.arguments(at: first).flatMap { values(in: $0) ?? [] }
    }
    if let alternative = range.last(where: { text($0) == "??" }) {
      return values(in: alternative + 1..<range.upperBound)
    }
    return nil
  }

  /// Returns the places of the question mark and the colon of the first condition `a ? b : c` in a value.
  private func condition(in range: Range<Int>) -> (question: Int, colon: Int)? {
    var question: Int?
    var depth = 0
    var index = range.lowerBound
    while index < range.upperBound {
      let token = tokens[index]
      if token.text == "?", token.isAfterSpace {
        depth += 1
        question = question ?? index
      } else if token.text == ":", let first = question {
        depth -= 1
        if depth == 0 { return (first, index) }
      }
      index = token.kind == .opening ? token.partner + 1 : index + 1
    }
    return nil
  }

  // MARK: Bodies

  /// Returns the literals that a function or property returns, also in its branches and in a closure at its end.
  private func results(of body: Int) -> [Int] {
    var found: [Int] = []
    var index = body + 1
    while index < tokens[body].partner {
      let token = tokens[index]
      let endsBody = token.partner + 1 == tokens[body].partner
      if token.text == "{", endsBody || isBranch(index, in: body) {
        found += results(of: index)
      } else if token.literal != nil, isResult(index) {
        found.append(index)
      }
      index = token.kind == .opening ? token.partner + 1 : index + 1
    }
    return found
  }

  private func isResult(_ index: Int) -> Bool {
    let previous = tokens[index - 1]
    let next = tokens[index + 1]
    let follows =
      ["return", "in", "{", ":", "??"].contains(previous.text)
      || previous.text == "?" && previous.isAfterSpace
      || tokens[index].startsLine && previous.kind != .symbol
    let ends = next.startsLine || next.kind == .closing || [":", ";"].contains(next.text)
    return follows && ends && !isAssigned(index)
  }

  /// Whether the statement of a literal assigns a value.
  private func isAssigned(_ index: Int) -> Bool {
    var index = index
    while index > 0, !["{", ";", "return"].contains(text(index - 1)) {
      let token = tokens[index]
      if token.startsLine, token.kind != .symbol, tokens[index - 1].kind != .symbol { return false }
      if text(index - 1) == "=" { return true }
      index = tokens[index - 1].kind == .closing ? tokens[index - 1].partner : index - 1
    }
    return false
  }

  private static let branchKeywords: Set<String> = [
    "catch", "for", "get", "guard", "if", "switch", "while",
  ]

  /// Whether a brace belongs to a branch or an accessor, and not to a closure.
  private func isBranch(_ brace: Int, in body: Int) -> Bool {
    if ["do", "else", "get"].contains(text(brace - 1)) { return true }
    var index = brace - 1
    // The condition precedes the brace, with pairs of brackets.
    while index > body {
      let token = tokens[index]
      if Self.branchKeywords.contains(token.text) { return true }
      if token.text == "}" || token.text == "return" { return false }
      index = token.kind == .closing ? token.partner - 1 : index - 1
    }
    return false
  }
}
