import CairnTexts
import CairnViews

/// A submitted field, with the hash of the value that the page showed in it. A password is a ``SubmittedSecret``.
struct SubmittedField: Equatable {
  let name: FieldName
  let value: String

  /// Whether the user left the field unchanged.
  var isUntouched: Bool { FieldCheck.hash(of: value) == name.check }

  /// The field as if the page had shown it empty, for text that the page shows because it was sent before.
  var edited: SubmittedField {
    let name = FieldName(id: name.id, check: FieldCheck.hash(of: ""))
    return isUntouched ? SubmittedField(name: name, value: value) : self
  }
}

extension SubmittedField {
  /// Returns a message if writing the field would undo a concurrent change, and otherwise `nil`.
  ///
  /// That's the case if the current value is neither the one that the page showed nor the one that the user typed.
  func contention(with handler: FieldHandler) -> UserText? {
    guard let current = handler.current() else { return nil }
    let hash = FieldCheck.hash(of: current)
    // A value that can't be written doesn't undo anything. It's rejected for that reason elsewhere.
    guard hash != name.check, hash != FieldCheck.hash(of: value), handler.objection(value) == nil
    else { return nil }
    return .system(
      handler.isReadable ? .textChanged(SystemText.shortened(current)) : .choiceChanged)
  }

  /// Returns the message for a field whose restored text differs from the current value, or `nil` if the field has no
  /// current value.
  func difference(from handler: FieldHandler) -> UserText? {
    guard let current = handler.current() else { return nil }
    return .system(
      handler.isReadable ? .textDiffers(SystemText.shortened(current)) : .choiceDiffers)
  }
}
