import CairnBytes

/// URLs in header fields.
enum URIReference {
  /// Returns a URL in which all bytes are encoded that a URL can't contain. A percent sign is kept.
  static func encoded(_ url: String) -> String {
    PercentCoding.encoded(url) { byte in
      PercentCoding.isUnreserved(byte) || punctuation.contains(byte)
    }
  }

  private static let punctuation = Set(":/?#[]@!$&'()*+,;=%".utf8)
}
