import CairnApplications
import CairnBytes
import CairnReducers
import Foundation

/// A namespace for writing values as Swift source.
enum SwiftSource {
  /// Returns an expression for a value whose type is known from the context, or `nil` if there is no expression.
  ///
  /// The function supports numbers, text, optionals, arrays, dictionaries, sets, enum cases, and similar types of
  /// Foundation. For other values, the expression decodes JSON. See ``json(_:)``.
  static func expression(_ value: Any) -> String? {
    switch value {
    case let value as any BindingActionSource: return value.swiftSource
    case let value as StackElementID: return "\(value.generation)"
    case let value as Bool: return "\(value)"
    case let value as String: return literal(value)
    case let value as Character: return literal(String(value))
    case let value as Substring: return literal(String(value))
    case let value as any BinaryInteger: return "\(value)"
    case let value as Double: return number(value)
    case let value as Float: return number(Double(value))
    case let value as Decimal: return value.isNaN ? nil : "Decimal(string: \"\(value)\")!"
    case let value as UUID: return "UUID(uuidString: \"\(value.uuidString)\")!"
    case let value as URL: return "URL(string: \(literal(value.absoluteString)))!"
    case let value as Date:
      return "Date(timeIntervalSinceReferenceDate: \(value.timeIntervalSinceReferenceDate))"
    case let value as Data: return "Data(base64Encoded: \"\(value.base64EncodedString())\")!"
    case is Void: return "()"
    default: return reflected(value) ?? json(value)
    }
  }

  private static func reflected(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first else { return "nil" }
      // Without `.some`, these values would be read as the outer optional's `nil`.
      return expression(wrapped.value).map { ["nil", ".none"].contains($0) ? ".some(\($0))" : $0 }
    case .collection:
      // If an element must be decoded from JSON, the whole array is decoded from JSON instead.
      guard value is any ArraySource, let list = list(mirror.children.map(\.value)),
        !list.contains("try recorded(")
      else { return nil }
      return list
    case .set: return list(mirror.children.map(\.value))
    case .dictionary:
      let pairs = mirror.children.map { pair -> String? in
        let parts = Mirror(reflecting: pair.value).children.map(\.value)
        guard parts.count == 2, let key = expression(parts[0]), let value = expression(parts[1])
        else { return nil }
        return "\(key): \(value)"
      }
      guard !pairs.contains(nil) else { return nil }
      return pairs.isEmpty
        ? "[:]" : "[\(pairs.compactMap(\.self).sorted().joined(separator: ", "))]"
    case .tuple:
      return arguments(mirror.children.map { ($0.label, $0.value) }).map { "(\($0))" }
    case .enum: return enumCase(value, mirror)
    default: return nil
    }
  }

  private static func list(_ values: [Any]) -> String? {
    let elements = values.map { expression($0) }
    guard !elements.contains(nil) else { return nil }
    return "[\(elements.compactMap(\.self).joined(separator: ", "))]"
  }

  private static func enumCase(_ value: Any, _ mirror: Mirror) -> String? {
    // The static type can be `any Error`, so the expression must include the concrete type.
    let type = value is any Error ? "\(type(of: value))" : ""
    guard let payload = mirror.children.first else {
      return caseName(value).map { "\(type).\($0)" }
    }
    guard let name = payload.label.flatMap({ isName($0) ? quoted($0) : nil }) else { return nil }
    // An enum stores several values, or one value with a label, as a tuple.
    let inner = Mirror(reflecting: payload.value)
    let parts: [(String?, Any)] =
      inner.displayStyle == .tuple
      ? inner.children.map { ($0.label, $0.value) } : [(nil, payload.value)]
    if parts.isEmpty { return "\(type).\(name)(())" }
    return arguments(parts).map { "\(type).\(name)(\($0))" }
  }

  private static func arguments(_ parts: [(label: String?, value: Any)]) -> String? {
    let texts = parts.map { part -> String? in
      guard let value = expression(part.value) else { return nil }
      // The parts of a tuple without labels are called .0, .1, and so on.
      guard let label = part.label, isName(label) else { return value }
      return "\(label): \(value)"
    }
    guard !texts.contains(nil) else { return nil }
    return texts.compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the name of a case without values, even if the type has its own `description`.
  private static func caseName(_ value: Any) -> String? {
    func name<Value>(_ value: Value) -> String? {
      enumCaseName(value).map { String(cString: $0) }
    }
    return name(value).flatMap { isName($0) ? quoted($0) : nil }
  }

  /// Returns a name for use after a dot, with backticks if necessary.
  private static func quoted(_ name: String) -> String {
    ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
  }

  private static func isName(_ text: String) -> Bool {
    let isLetter = { (character: Character) in character.isLetter || character == "_" }
    return text.first.map(isLetter) == true && text.allSatisfy { isLetter($0) || $0.isNumber }
  }

  private static func number(_ value: Double) -> String {
    value.isFinite ? "\(value)" : value.isNaN ? ".nan" : value > 0 ? ".infinity" : "-.infinity"
  }

  /// Returns a string literal.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      default:
        if isInvisible(scalar) {
          literal += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          literal.unicodeScalars.append(scalar)
        }
      }
    }
    return literal + "\""
  }

  /// Returns JSON in which invisible characters and unusual line separators are escaped.
  private static func visible(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: isInvisible) else { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      if isInvisible(scalar) {
        for unit in String(scalar).utf16 { text += "\\u" + unit.paddedHex }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control: scalar != "\n"
    case .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Returns a raw string literal with JSON, in which no characters are escaped for Swift.
  static func raw(_ json: String) -> String {
    let text = visible(json)
    let fence = fence(of: text)
    return "\(fence)\"\(text)\"\(fence)"
  }

  /// Returns a multiline raw string literal with JSON.
  ///
  /// - Parameters:
  ///   - lines: The lines of JSON.
  ///   - indent: The indentation of each line.
  static func raw(lines: String, indent: String) -> String {
    let lines = visible(lines)
    let fence = fence(of: lines)
    let body = lines.split(separator: "\n", omittingEmptySubsequences: false).map {
      indent + $0 + "\n"
    }
    return "\(fence)\"\"\"\n\(body.joined())\(indent)\"\"\"\(fence)"
  }

  private static func fence(of text: String) -> String {
    var fence = "#"
    while text.contains("\"" + fence) || text.contains("\\" + fence) { fence += "#" }
    return fence
  }

  /// Returns an expression that decodes a value from JSON, or `nil` if the value can't be encoded and decoded.
  static func json(_ value: Any) -> String? {
    guard value is any Decodable, let value = value as? any Encodable,
      let text = try? JSONValue(bytes: Array(StateCoder.encoder(isSnapshot: false).encode(value)))
        .text
    else { return nil }
    // The static type can be `any Error`, so the expression must include the concrete type.
    let type = value is any Error ? " as \(type(of: value))" : ""
    return type.isEmpty ? "try recorded(\(raw(text)))" : "(try recorded(\(raw(text)))\(type))"
  }
}

extension SwiftSource {
  /// Whether a text is one expression in one line, as recorders write them, and not a statement.
  static func isExpression(_ text: String) -> Bool {
    var open: [Character] = []
    var rest = text[...]
    while let character = rest.first {
      switch character {
      case "(", "[", "{":
        open.append(character)
        rest.removeFirst()
      case ")", "]", "}":
        let pairs: [Character: Character] = [")": "(", "]": "[", "}": "{"]
        guard open.popLast() == pairs[character] else { return false }
        rest.removeFirst()
      case "\"", "#":
        guard let end = endOfLiteral(rest) else { return false }
        rest = rest[end...]
      case ";", "/": return false
      default:
        guard !character.isNewline else { return false }
        rest.removeFirst()
      }
    }
    return open.isEmpty && text.first == "."
  }

  /// Returns the end of the string literal at the start of a text, or `nil` if the text doesn't start with one.
  private static func endOfLiteral(_ text: Substring) -> String.Index? {
    let fence = text.prefix { $0 == "#" }
    var rest = text.dropFirst(fence.count)
    guard rest.popFirst() == "\"", rest.prefix(2) != "\"\"" else { return nil }
    let end = "\"" + fence
    while let character = rest.first {
      if rest.hasPrefix(end) { return rest.dropFirst(end.count).startIndex }
      guard !character.isNewline else { return nil }
      rest.removeFirst()
      guard fence.isEmpty, character == "\\" else { continue }
      // Interpolations aren't allowed.
      guard let escaped = rest.popFirst(), escaped != "(" else { return nil }
    }
    return nil
  }
}

/// Returns the name of an enum's case from the Swift runtime.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// A collection that is written as an array literal.
private protocol ArraySource {}
extension Array: ArraySource {}

/// A binding action of any state.
private protocol BindingActionSource {
  var swiftSource: String? { get }
}

extension BindingAction: BindingActionSource {
  fileprivate var swiftSource: String? {
    // A key path prints as '\State.name.first'. A computed property has no name there.
    let path = "\(keyPath)"
    guard !path.contains("<"), let value = SwiftSource.expression(anyValue) else { return nil }
    let names = path.split(separator: ".").dropFirst()
    return names.isEmpty ? nil : ".set(\\.\(names.joined(separator: ".")), \(value))"
  }
}
