import CairnBytes

extension Language {
  /// A direction of writing.
  public enum Direction: String, Sendable {
    /// From left to right, as in English.
    case leftToRight = "ltr"
    /// From right to left, as in Arabic.
    case rightToLeft = "rtl"
  }

  /// The direction in which the language is written. It's the direction of its script.
  ///
  /// If the tag has no script, such as `Arab` in `az-Arab`, it's the script that the language usually has.
  public var direction: Direction {
    let subtags = tag.utf8.split(separator: UInt8(ascii: "-"))
    // Extensions such as `u-nu-latn` follow a singleton. A variant such as `1996` begins with a digit.
    let script = subtags.dropFirst().prefix { $0.count > 1 }.first {
      $0.count == 4 && $0.first.map { $0 > UInt8(ascii: "9") } ?? false
    }
    if let script {
      return Self.isIn(script, Self.rightToLeftScripts) ? .rightToLeft : .leftToRight
    }
    let isRightToLeft = subtags.first.map { Self.isIn($0, Self.rightToLeftLanguages) } ?? false
    return isRightToLeft ? .rightToLeft : .leftToRight
  }

  private static let rightToLeftScripts = [
    "Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
  ]
  private static let rightToLeftLanguages = [
    "ar", "arc", "arz", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "ks", "lrc", "mzn", "nqo",
    "pnb", "ps", "sd", "syr", "ug", "ur", "yi",
  ]

  private static func isIn(_ subtag: Substring.UTF8View, _ list: [String]) -> Bool {
    list.contains { $0.utf8.equalsIgnoringCase(subtag) }
  }

  /// Returns whether one of two languages is the other one in a region, script, or variant. For example, `en-GB` is a form
  /// of `en`, but `en-GB` and `en-US`, or `zh-Hant` and `zh-Hans`, are different languages.
  func isForm(of other: Language) -> Bool {
    let tags = lookupTags
    let others = other.lookupTags
    guard let tag = tags.first, let other = others.first else { return false }
    return tags.contains(other) || others.contains(tag)
  }

  /// The tag in lowercase, followed by its shorter forms, such as `zh-hant-tw`, `zh-hant`, and `zh`.
  var lookupTags: [String] {
    var subtags = tag.lowercased().split { $0 == "-" || $0 == "_" }
    var tags: [String] = []
    while !subtags.isEmpty {
      tags.append(subtags.joined(separator: "-"))
      subtags.removeLast()
    }
    return tags
  }
}
