import CairnTexts

/// Limits the length of text. As in browsers, the length is the number of UTF-16 code units, with a line end as one.
enum TextLimit {
  // These limits apply without `maxLength(_:)`. In UTF-8, each is below 256 kB, which is the limit of a value in a
  // form.

  /// The limit of a single-line field.
  static let line = 25_000
  /// The limit of a multiline field.
  static let lines = 50_000
  /// The limit of a password, which is hashed.
  static let secret = 1000

  /// Returns the reason that a text is too long, or `nil` if it isn't.
  static func objection(to typed: String, _ limit: Int) -> UserText? {
    // A text has at least as many bytes as UTF-16 code units, so most texts needn't be normalized.
    guard typed.utf8.count > limit, FieldCheck.normalized(typed).utf16.count > limit else {
      return nil
    }
    return .system(.textTooLong(limit: limit))
  }
}

extension Renderer {
  /// Writes the `maxlength` attribute of a field.
  /// - Parameter limit: The default limit for this kind of field.
  mutating func writeLimit(_ limit: Int) {
    let limit = textInput.maxLength ?? limit
    guard limit < .max else { return }
    write(" maxlength=\"")
    out.append(integer: limit)
    write("\"")
  }

  /// Keeps the handler of a wanted text field, which rejects text that's too long.
  /// - Parameter limit: The default limit for this kind of field.
  mutating func keepText(
    _ id: UInt64, limit: Int, isSecret: Bool = false, current: @escaping () -> String?,
    write: @escaping (String) -> FieldVerdict
  ) {
    let limit = textInput.maxLength ?? limit
    let objection = { TextLimit.objection(to: $0, limit) }
    keepField(
      id, isReadable: !isSecret, isSecret: isSecret, current: current, objection: objection,
      write: { typed in objection(typed).map { .refused($0) } ?? write(typed) })
  }
}
