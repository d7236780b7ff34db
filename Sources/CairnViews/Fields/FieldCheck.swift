import CairnBytes

/// What tells an untouched field from an edited one, without keeping the page.
///
/// The name of a field carries the hash of its value as a browser submits it untouched. Where a
/// submitted value has that hash, the user did not edit it, and nothing is applied; so a change
/// that came meanwhile from elsewhere is not undone.
///
/// Where a draft is shown, the check stays that of the bound value: what was typed counts as an
/// edit whenever it is submitted.
package enum FieldCheck {
  /// The hash of `submitted`, in the form in which text of either kind of field is compared.
  ///
  /// Line ends are CRLF when a text area is submitted; CRLF and CR are hashed as LF, and U+0000
  /// as U+FFFD.
  package static func hash(of submitted: String) -> UInt64 {
    StableHash.string(normalized(submitted))
  }

  /// The check of a field whose value no page shows: a password. No submitted text has that hash, as
  /// none has a U+0000.
  package static let secret = StableHash.string("\0secret")

  /// The check of a field for files, of which no page says what was chosen.
  package static let file = StableHash.string("\0file")

  /// Whether two texts have the same bytes: who writes `é` in another spelling has edited it.
  static func areSame(_ one: String, _ other: String) -> Bool {
    one.hasSameBytes(as: other)
  }

  /// `text` with LF for CRLF and CR, and U+FFFD for U+0000.
  package static func normalized(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0 }) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var afterReturn = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r": result.unicodeScalars.append("\n")
      case "\n": if !afterReturn { result.unicodeScalars.append("\n") }
      case "\0": result.unicodeScalars.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
      afterReturn = scalar == "\r"
    }
    return result
  }

  /// `text` as a field of one line holds it: without line ends, and with U+FFFD for U+0000.
  package static func singleLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars where scalar != "\r" && scalar != "\n" {
      result.unicodeScalars.append(scalar == "\0" ? "\u{FFFD}" : scalar)
    }
    return result
  }
}
