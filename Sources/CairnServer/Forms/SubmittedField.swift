import CairnViews

/// A field that was submitted, and the check of the value that it was written with.
struct SubmittedField: Equatable {
  let name: FieldName
  let value: String

  /// Whether the user left it as it was.
  var isUntouched: Bool {
    isSecret ? value.isEmpty : FieldCheck.hash(of: value) == name.check
  }

  /// Whether it is a password, which is kept nowhere.
  var isSecret: Bool { name.check == FieldCheck.secret }
}

extension SubmittedField {
  /// The longest value of others' that is shown beside a field, in characters.
  private static let shownLength = 200

  /// What to say where the value under an edited field is neither the one that its page showed nor
  /// the one that was typed, so that writing it would undo what someone else did; nil elsewhere.
  func contention(with handler: FieldHandler) -> String? {
    guard let current = handler.current() else { return nil }
    let hash = FieldCheck.hash(of: current)
    // What can not be written undoes nothing: it is refused as that.
    guard hash != name.check, hash != FieldCheck.hash(of: value), handler.objection(value) == nil
    else { return nil }
    guard handler.isReadable else {
      return "This was changed meanwhile. Send it again to have what is chosen here."
    }
    return "Meanwhile this became “\(Self.shown(current))”. "
      + "Send it again to have what is typed here."
  }

  /// What to say where a page is offered again that had something else in a field than it has now.
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
