import CairnBytes

/// Distinguishes edited fields from untouched ones, without storing the page.
///
/// The name of a field contains a hash of the value that a browser submits if the user doesn't edit the field. If a
/// submitted value has that hash, it's untouched and isn't applied. It therefore can't undo a change from elsewhere.
///
/// A field that shows a draft has the check of its bound value. The draft therefore counts as an edit whenever it's
/// submitted.
package enum FieldCheck {
  /// Returns the hash of a submitted text, in the normalized form of single-line and multiline fields.
  ///
  /// Browsers submit the line ends of a text area as CRLF. CRLF and CR are hashed as LF, and U+0000 is hashed as
  /// U+FFFD.
  package static func hash(of submitted: String) -> UInt64 {
    StableHash.string(normalized(submitted))
  }

  /// The check of a password field, whose value isn't in the page.
  ///
  /// A submitted text can't have this hash, because U+0000 is replaced before the text is hashed.
  package static let secret = StableHash.string("\0secret")

  /// The check of a file field, whose chosen files aren't in the page.
  package static let file = StableHash.string("\0file")

  /// Returns whether two texts have the same bytes. A user who types `é` in another Unicode form has edited the text.
  static func areSame(_ one: String, _ other: String) -> Bool {
    one.hasSameBytes(as: other)
  }

  /// Returns `text` with LF instead of CRLF and CR, and with U+FFFD instead of U+0000.
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

  /// Returns `text` as a single-line field contains it, without line ends and with U+FFFD instead of U+0000.
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
