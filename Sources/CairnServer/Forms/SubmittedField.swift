import CairnViews

/// A submitted field, with the hash of the value that the page showed in it. A password is a ``SubmittedSecret``.
struct SubmittedField: Equatable {
  let name: FieldName
  let value: String

  /// Whether the user left the field unchanged.
  var isUntouched: Bool { FieldCheck.hash(of: value) == name.check }
}

extension SubmittedField {
  /// The maximum number of characters of a concurrent value that's shown below a field.
  private static let shownLength = 200

  /// Returns a message if writing the field would undo a concurrent change, and otherwise `nil`.
  ///
  /// That's the case if the current value is neither the one that the page showed nor the one that the user typed.
  func contention(with handler: FieldHandler) -> String? {
    guard let current = handler.current() else { return nil }
    let hash = FieldCheck.hash(of: current)
    // A value that can't be written doesn't undo anything. It's rejected for that reason elsewhere.
    guard hash != name.check, hash != FieldCheck.hash(of: value), handler.objection(value) == nil
    else { return nil }
    guard handler.isReadable else {
      return "This changed while you were editing. Submit again to keep your choice."
    }
    return "This changed to “\(Self.shown(current))” while you were editing. "
      + "Submit again to keep what you typed."
  }

  /// Returns the message for a field whose restored text differs from the current value, or `nil` if the field has no
  /// current value.
  func difference(from handler: FieldHandler) -> String? {
    guard let current = handler.current() else { return nil }
    guard handler.isReadable else {
      return "Another option is selected now. Submit again to use your choice."
    }
    return "This is “\(Self.shown(current))” now. Submit again to use the value shown here."
  }

  private static func shown(_ text: String) -> String {
    "\(text.prefix(shownLength))\(text.dropFirst(shownLength).isEmpty ? "" : "…")"
  }
}
