import CairnBytes

/// The languages that a browser asks for in `Accept-Language`, in the format of RFC 9110, section 12.5.4.
package struct LanguagePreferences: Sendable {
  /// A language range with its weight in thousandths.
  private struct Range {
    let tag: Substring.UTF8View
    let weight: Int
  }

  /// The maximum number of ranges to consider. Browsers send fewer than ten.
  private static let rangeLimit = 32
  /// The maximum number of bytes in a range. Language tags are at most 35 bytes long.
  private static let lengthLimit = 64

  private let header: String
  /// The language that the user has chosen in the application, or `nil` if the browser's languages count.
  package let choice: Language?

  /// Creates preferences from the value of `Accept-Language`, or from `nil` if there is no such header.
  /// - Parameter choice: The language that the user has chosen, which takes precedence.
  package init(_ header: String? = nil, choice: Language? = nil) {
    self.header = header ?? ""
    self.choice = choice
  }

  /// Returns the preferences with another choice of the user.
  func choosing(_ choice: Language?) -> LanguagePreferences {
    LanguagePreferences(header, choice: choice)
  }

  /// Returns whether both are from equal requests.
  func isSame(as other: LanguagePreferences) -> Bool {
    choice == other.choice && header.utf8.elementsEqual(other.header.utf8)
  }

  /// Returns the index of the language that fits best, or `nil` if the browser asks only for others.
  ///
  /// This is the lookup of RFC 4647, section 3.4. Ranges are tried in the order of their weights, and each range is
  /// shortened until it equals a language. A browser that asks for `de-AT` therefore gets `de`, but a browser that asks
  /// for `de` doesn't get `de-AT`. A language with the weight 0 isn't chosen.
  package func firstIndex(in languages: [Language]) -> Int? {
    if let choice,
      let index = languages.firstIndex(where: {
        $0.tag.utf8.equalsIgnoringCase(choice.tag.utf8)
      })
    {
      return index
    }
    guard !header.isEmpty else { return nil }
    let ranges = ranges
    let rejected = ranges.filter { $0.weight == 0 }
    for range in Self.accepted(ranges) {
      var candidate = range.tag
      while !candidate.isEmpty {
        let index = languages.firstIndex { $0.tag.utf8.equalsIgnoringCase(candidate) }
        if let index, !rejected.contains(where: { $0.tag.equalsIgnoringCase(candidate) }) {
          return index
        }
        candidate = Self.shortened(candidate)
      }
    }
    return nil
  }

  /// The languages that the browser asks for, in order of preference. Wildcards and languages with the weight 0 aren't
  /// included, and neither is the user's choice.
  package var languages: [Language] {
    Self.accepted(ranges).filter { $0.tag.allSatisfy(Self.isInTag) }
      .map { Language(String(decoding: $0.tag, as: UTF8.self)) }
  }

  private static func isInTag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Returns the ranges that aren't rejected, in the order of their weights.
  private static func accepted(_ ranges: [Range]) -> [Range] {
    // Sorting is stable, so ranges with equal weights keep their order.
    ranges.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }
  }

  private var ranges: [Range] {
    header.utf8.split(separator: UInt8(ascii: ","), maxSplits: Self.rangeLimit)
      .prefix(Self.rangeLimit).compactMap { Self.range($0) }
  }

  private static func range(_ text: Substring.UTF8View) -> Range? {
    let parts = text.split(
      separator: UInt8(ascii: ";"), maxSplits: 2, omittingEmptySubsequences: false
    ).map { trimmed($0) }
    guard let tag = parts.first, !tag.isEmpty, tag.count <= lengthLimit, parts.count <= 2 else {
      return nil
    }
    guard parts.count == 2 else { return Range(tag: tag, weight: 1000) }
    return weight(parts[1]).map { Range(tag: tag, weight: $0) }
  }

  /// Returns the weight in a parameter such as `q=0.8`, or `nil` for any other text.
  private static func weight(_ parameter: Substring.UTF8View) -> Int? {
    guard parameter.prefix(2).isWord("q=") else { return nil }
    let digits = parameter.dropFirst(2)
    let zero = UInt8(ascii: "0")
    guard let whole = digits.first, whole == zero || whole == UInt8(ascii: "1") else { return nil }
    let rest = digits.dropFirst()
    guard rest.first.map({ $0 == UInt8(ascii: ".") }) ?? true, rest.count <= 4 else { return nil }
    var weight = whole == zero ? 0 : 1000
    var unit = 100
    for digit in rest.dropFirst() {
      guard (zero...UInt8(ascii: "9")).contains(digit) else { return nil }
      weight += Int(digit - zero) * unit
      unit /= 10
    }
    return weight <= 1000 ? weight : nil
  }

  /// Returns a tag without its last subtag. Singletons such as `x` aren't left at the end.
  private static func shortened(_ tag: Substring.UTF8View) -> Substring.UTF8View {
    let hyphen = UInt8(ascii: "-")
    guard let end = tag.lastIndex(of: hyphen) else { return tag[tag.startIndex..<tag.startIndex] }
    let shorter = tag[..<end]
    guard let last = shorter.lastIndex(of: hyphen), shorter[last...].count == 2 else {
      return shorter
    }
    return shorter[..<last]
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let start = text.drop(while: isSpace)
    guard let last = start.lastIndex(where: { !isSpace($0) }) else { return start }
    return start[...last]
  }
}
