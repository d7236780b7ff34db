extension NumberSymbols {
  /// Returns a typed number as Swift writes it, or `nil` if its separators are misplaced.
  ///
  /// Digits of all scripts are accepted, and so are spaces and apostrophes between groups. If the last of several
  /// separators differs from the others, it's the decimal separator. A single separator is the locale's decimal
  /// separator, or its grouping separator if the groups have the right lengths. Otherwise, it can only be meant as a
  /// decimal separator. For example, in German, `1.234` is a group, and `2.5` is the same as `2,5`.
  /// - Parameter typed: The text without white space around it. Characters that aren't part of a number are returned
  ///   unchanged.
  func number(_ typed: String) -> String? {
    let plain = typed.withASCIIDigits
    let start = plain.firstIndex { $0 != "+" && $0 != "-" } ?? plain.endIndex
    let end = plain.firstIndex { $0 == "e" || $0 == "E" } ?? plain.endIndex
    guard start < end else { return plain }
    guard let digits = digits(plain[start..<end]) else { return nil }
    return plain[..<start] + digits + plain[end...]
  }

  /// Returns digits with at most one separator, which is a point.
  private func digits(_ text: Substring) -> String? {
    let separators = text.filter(\.isNumberSeparator)
    guard let last = separators.last else { return String(text) }
    guard isDecimal(last, after: separators.dropLast(), in: text),
      let point = text.lastIndex(of: last)
    else { return Self.withoutGroups(text) }
    let fraction = text[text.index(after: point)...]
    return Self.withoutGroups(text[..<point]).map { "\($0).\(fraction)" }
  }

  private func isDecimal(
    _ last: Character, after others: Substring, in text: Substring
  ) -> Bool {
    guard last == "." || last == "," else { return false }
    guard others.isEmpty else { return !others.contains(last) }
    if decimalSeparator.withASCIIDigits == String(last) { return true }
    guard groupingSeparator?.withASCIIDigits == String(last) else { return true }
    return Self.withoutGroups(text) == nil
  }

  /// Returns the digits of groups, or `nil` if the separators differ or the groups have wrong lengths.
  private static func withoutGroups(_ text: Substring) -> String? {
    let groups = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNumberSeparator)
    guard groups.count > 1, let first = groups.first, let last = groups.last else {
      return String(text)
    }
    let separators = Set(text.filter(\.isNumberSeparator))
    // In India, all groups but the last one have two digits.
    let lengths = Set(groups.dropFirst().dropLast().map(\.count))
    guard separators.count == 1, (1...3).contains(first.count), !first.hasPrefix("0"),
      last.count == 3, lengths.isEmpty || lengths == [3] || lengths == [2]
    else { return nil }
    return groups.joined()
  }
}

extension Character {
  /// Whether this character can separate digits, after signs and separators have been replaced with ASCII.
  fileprivate var isNumberSeparator: Bool {
    switch self {
    case ".", ",", "'", " ": true
    default: false
    }
  }
}

extension String {
  /// The text in which ASCII replaces the digits, signs, and separators of other scripts.
  ///
  /// Keyboards for some languages type these characters.
  var withASCIIDigits: String {
    guard unicodeScalars.contains(where: { !$0.isASCII }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "＋": text += "+"
      case "－", "−": text += "-"
      case "．", "٫": text += "."
      case "，", "٬": text += ","
      case "’": text += "'"
      case "\u{A0}", "\u{2009}", "\u{202F}": text += " "
      // Marks of the direction of text, which locales write around signs.
      case "\u{200E}", "\u{200F}", "\u{61C}": break
      case _ where !scalar.isASCII && scalar.properties.numericType == .decimal:
        text += scalar.properties.numericValue.map { "\(Int($0))" } ?? ""
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
