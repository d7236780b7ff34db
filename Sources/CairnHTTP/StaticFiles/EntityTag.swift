import CairnBytes

/// Entity tags, as specified by RFC 9110, section 8.8.3.
package enum EntityTag {
  /// Returns whether an `If-None-Match` field lists one of the tags, by the weak comparison, or `*`.
  package static func isAny(of tags: [String], listedIn field: String) -> Bool {
    field.withBytes { field in
      field.split(separator: UInt8(ascii: ",")).contains { item in
        var tag = item.trimmed
        if tag.starts(with: "W/".utf8) { tag = tag.dropFirst(2) }
        return tag.isWord("*")
          || tags.contains { tag.elementsEqual($0.utf8.dropFirst($0.hasPrefix("W/") ? 2 : 0)) }
      }
    }
  }

  /// Returns whether an `If-Match` field lists a tag, by the strong comparison, or `*`.
  package static func isStrong(_ tag: String?, listedIn field: String) -> Bool {
    field.withBytes { field in
      field.split(separator: UInt8(ascii: ",")).contains { item in
        let listed = item.trimmed
        guard !listed.isWord("*") else { return true }
        guard let tag, !tag.hasPrefix("W/") else { return false }
        return listed.elementsEqual(tag.utf8)
      }
    }
  }
}
