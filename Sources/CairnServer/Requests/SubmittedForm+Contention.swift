import CairnViews

extension SubmittedForm.Field {
  /// The longest value of others' that is shown beside a field, in characters.
  private static let shownLength = 200

  /// What to say where the value under an edited field is neither the one that its page showed nor
  /// the one that was typed, so that writing it would undo what someone else did; nil elsewhere.
  func contention(with handler: FieldHandler) -> String? {
    guard let current = handler.current() else { return nil }
    let hash = FieldCheck.hash(of: current)
    guard hash != name.check, hash != FieldCheck.hash(of: value) else { return nil }
    guard handler.isReadable else {
      return "This was changed meanwhile. Send it again to have what is chosen here."
    }
    let rest = current.dropFirst(Self.shownLength).isEmpty ? "" : "…"
    return "Meanwhile this became “\(current.prefix(Self.shownLength))\(rest)”. "
      + "Send it again to have what is typed here."
  }
}
