package import CairnTexts

/// The text that a user typed into a field, and that couldn't be applied.
package struct Draft: Equatable, Sendable {
  /// The text as the user typed it.
  package var typed: String
  /// The reason that the text is invalid, or `nil` if it's valid but not applied yet.
  package var message: UserText?

  package init(typed: String, message: UserText?) {
    self.typed = typed
    self.message = message
  }
}
