import CairnBytes

/// The media types that a client accepts, as specified by RFC 9110, section 12.5.1.
package enum AcceptField {
  /// Returns whether an `Accept` field names HTML, and gives it a higher weight than JSON, as those of browsers do.
  ///
  /// Wildcards don't count, because other programs send them too.
  package static func prefersHTML(_ field: String) -> Bool {
    field.withBytes { bytes in
      // The weights in thousandths.
      var html = 0
      var json = 0
      for item in bytes.split(separator: UInt8(ascii: ",")) {
        let parts = item.split(separator: UInt8(ascii: ";"))
        guard let name = parts.first?.trimmed else { continue }
        let weight = parts.dropFirst().map { ContentCoding.weight($0) }.min() ?? 1000
        if name.isWord("text/html") {
          html = max(html, weight)
        } else if name.isWord("application/json") || name.isWord("application/problem+json") {
          json = max(json, weight)
        }
      }
      return html > json
    }
  }
}
