import Foundation

/// How long the text of a field may be, as browsers count it: in UTF-16 code units, a line end as one.
enum TextLimit {
  // The limits without `maxLength(_:)`. In UTF-8 each is below the 256 kB that a value of a form may have.

  /// The limit of a field of one line.
  static let line = 25_000
  /// The limit of a field of several lines.
  static let lines = 50_000
  /// The limit of a password, which is hashed.
  static let secret = 1000

  /// Why a text can't be submitted; `nil` if it is short enough.
  static func objection(to typed: String, _ limit: Int) -> String? {
    // A text has at least as many bytes as code units.
    guard typed.utf8.count > limit, FieldCheck.normalized(typed).utf16.count > limit else {
      return nil
    }
    let number = limit.formatted(.number.locale(Locale(identifier: "en_US")))
    return "Enter at most \(number) character\(limit == 1 ? "" : "s")."
  }
}

extension Renderer {
  /// Writes how long the text of a field may be.
  /// - Parameter limit: The limit of that kind of field.
  mutating func writeLimit(_ limit: Int) {
    let limit = textInput.maxLength ?? limit
    guard limit < .max else { return }
    write(" maxlength=\"")
    out.append(integer: limit)
    write("\"")
  }

  /// Keeps how a wanted field for text is written, which refuses a text that is too long.
  /// - Parameter limit: The limit of that kind of field.
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
