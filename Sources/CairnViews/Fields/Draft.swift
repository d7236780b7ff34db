/// What was typed into a field and could not be applied.
package struct Draft: Equatable, Sendable {
  /// The text as it was typed.
  package var typed: String
  /// What is wrong with it; nil where nothing is, and it only was not applied yet.
  package var message: String?

  package init(typed: String, message: String?) {
    self.typed = typed
    self.message = message
  }
}
