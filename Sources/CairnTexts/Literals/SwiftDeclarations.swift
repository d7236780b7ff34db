/// The declarations of a Swift source file that determine which literals are keys.
struct SwiftDeclarations {
  /// The types that are created from keys.
  private static let keyTypes: Set<String> = ["LocalizedStringKey", "TextState"]
  private static let stringTypes: Set<String> = [
    "StaticString", "String", "StringProtocol", "Substring",
  ]
  private static let typeKeywords: Set<String> = [
    "actor", "class", "enum", "extension", "protocol", "struct",
  ]

  /// The names whose type is a key.
  private(set) var keys = LocalizedNames()
  /// The names whose type is a string.
  private(set) var strings = LocalizedNames()
  /// The names of the types, without the ones that are extended.
  private(set) var typeNames: Set<String> = []
  /// The first tokens of values whose type is a key.
  private(set) var values: [Int] = []
  /// The opening braces of functions and properties whose type is a key.
  private(set) var bodies: [Int] = []

  private let tokens: [SwiftToken]
  /// The types around the current token. It's `nil` for the braces of code.
  private var types: [String?] = []

  init(_ tokens: [SwiftToken]) {
    self.tokens = tokens
    var type: String?
    for (index, token) in tokens.enumerated() {
      if token.text == "{" {
        types.append(type)
        type = nil
      } else if token.text == "}" {
        types.removeLast()
      } else if token.kind == .word {
        if let name = typeName(at: index) {
          type = name
          if token.text != "extension" { typeNames.insert(name) }
        }
        readDeclaration(at: index)
      }
      readValue(at: index)
    }
  }

  private func text(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  private func isWord(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .word
  }

  /// Returns the name of the type that a keyword declares or extends, or `nil` if it isn't such a keyword.
  private func typeName(at index: Int) -> String? {
    guard Self.typeKeywords.contains(text(index)), text(index - 1) != ".", isWord(index + 1),
      !["func", "let", "override", "subscript", "var"].contains(text(index + 1))
    else { return nil }
    var name = index + 1
    while text(name + 1) == ".", isWord(name + 2) { name += 2 }
    return text(name)
  }

  private mutating func readDeclaration(at index: Int) {
    guard text(index - 1) != "." else { return }
    let type = types.last ?? nil
    switch text(index) {
    case "func":
      guard isWord(index + 1) else { return }
      readFunction(text(index + 1), from: index + 2)
    case "init":
      guard let type else { return }
      let isOptional = text(index + 1) == "?" || text(index + 1) == "!"
      readFunction(type, from: index + (isOptional ? 2 : 1))
    case "case": if type != nil { readCases(from: index + 1) }
    case "let", "var": readProperty(at: index, of: type)
    default: break
    }
  }

  private mutating func readFunction(_ name: String, from index: Int) {
    var index = index
    if text(index) == "<" {
      var depth = 0
      repeat {
        if text(index) == "<" { depth += 1 } else if text(index) == ">" { depth -= 1 }
        index += 1
      } while depth > 0 && index < tokens.count
    }
    guard text(index) == "(" else { return }
    readParameters(of: name, at: index, isCase: false)
    index = tokens[index].partner + 1
    while ["async", "rethrows", "throws", "("].contains(text(index)) {
      index = text(index) == "(" ? tokens[index].partner + 1 : index + 1
    }
    if text(index) == "->" { readBody(from: index + 1) }
  }

  /// Finds the body of a function or property whose type begins at a token, if its type is a key.
  private mutating func readBody(from index: Int) {
    guard Self.keyTypes.contains(text(index)) else { return }
    var index = index + 1
    while text(index) == "?" { index += 1 }
    if text(index) == "where" {
      while index < tokens.count, text(index) != "{" { index += 1 }
    }
    if text(index) == "{" { bodies.append(index) }
  }

  private mutating func readCases(from index: Int) {
    var index = index
    while isWord(index) {
      let name = text(index)
      index += 1
      if text(index) == "(" {
        readParameters(of: name, at: index, isCase: true)
        index = tokens[index].partner + 1
      }
      guard text(index) == "," else { return }
      index += 1
    }
  }

  private mutating func readProperty(at keyword: Int, of type: String?) {
    let name = text(keyword + 1)
    let index = keyword + 2
    if text(keyword) == "var", text(index) == "=", tokens.indices.contains(index + 1),
      tokens[index + 1].literal != nil
    {
      strings.properties.insert(name)
    }
    guard text(index) == ":" else { return }
    let end = tokens[(index + 1)...].prefix { ![",", ";", "=", "{", "}", ")"].contains($0.text) }
      .endIndex
    add(name, of: index + 1..<end) { name, names in
      names.properties.insert(name)
      if let type { names.parameters.insert(.init(name: type, position: .label(name))) }
    }
    readBody(from: index + 1)
  }

  private mutating func readParameters(of name: String, at opening: Int, isCase: Bool) {
    var unlabeled = 0
    for range in tokens.arguments(at: opening) {
      let colon = range.prefix(3).first { text($0) == ":" }
      guard isCase || colon != nil else { continue }
      let label = colon == nil || text(range.lowerBound) == "_" ? nil : text(range.lowerBound)
      let position = label.map { .label($0) } ?? LocalizedNames.Position.index(unlabeled)
      if label == nil { unlabeled += 1 }
      add(name, of: colon.map { $0 + 1 }.map { $0..<range.upperBound } ?? range) { name, names in
        names.parameters.insert(.init(name: name, position: position))
      }
    }
  }

  /// Adds a name if its type is a key or a string.
  private mutating func add(
    _ name: String, of type: Range<Int>, _ insert: (String, inout LocalizedNames) -> Void
  ) {
    let words = type.prefix { text($0) != "=" && !(tokens[$0].startsLine && $0 > type.lowerBound) }
      .map { text($0) }.filter { !["?", ".", "Cairn", "any", "some"].contains($0) }
    guard words.count == 1, let word = words.first else { return }
    if Self.keyTypes.contains(word) { insert(name, &keys) }
    if Self.stringTypes.contains(word) { insert(name, &strings) }
  }

  /// Finds the value in `: LocalizedStringKey = value`, or in `: [LocalizedStringKey] = [value]`.
  private mutating func readValue(at index: Int) {
    guard Self.keyTypes.contains(text(index)) else { return }
    let isArray = text(index - 1) == "[" && text(index + 1) == "]"
    guard text(index - (isArray ? 2 : 1)) == ":" else { return }
    var index = index + (isArray ? 2 : 1)
    while text(index) == "?" { index += 1 }
    if text(index) == "=" { values.append(index + 1) }
  }
}

extension [SwiftToken] {
  /// Returns the tokens of each argument or parameter between a pair of parentheses.
  func arguments(at opening: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = opening + 1
    var index = start
    let end = self[opening].partner
    while index < end {
      if self[index].text == "," {
        ranges.append(start..<index)
        start = index + 1
      }
      index = self[index].kind == .opening ? self[index].partner + 1 : index + 1
    }
    if start < end { ranges.append(start..<end) }
    return ranges
  }
}
