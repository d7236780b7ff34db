import CairnViews

/// A submitted field, with the hash of the value that the page showed in it.
struct SubmittedField: Equatable {
  let name: FieldName
  let value: String

  /// Whether the user left the field unchanged.
  var isUntouched: Bool {
    isSecret ? value.isEmpty : FieldCheck.hash(of: value) == name.check
  }

  /// Whether the field is a password, which must not be stored.
  var isSecret: Bool { name.check == FieldCheck.secret }
}

extension SubmittedField {
  /// The maximum number of characters of a concurrent value that's shown next to a field.
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
      return "This was changed meanwhile. Send it again to have what is chosen here."
    }
    return "Meanwhile this became “\(Self.shown(current))”. "
      + "Send it again to have what is typed here."
  }

  /// Returns the message for a field whose restored text differs from the current value, or `nil` if the field has no
  /// current value.
  func difference(from handler: FieldHandler) -> String? {
    guard let current = handler.current() else { return nil }
    guard handler.isReadable else {
      return "This is another choice now. Send it again to have what is chosen here."
    }
    return "This is “\(Self.shown(current))” now. Send it again to have what is here."
  }

  private static func shown(_ text: String) -> String {
    "\(text.prefix(shownLength))\(text.dropFirst(shownLength).isEmpty ? "" : "…")"
  }
}
