package import CairnTexts

extension LocalizedStringKey {
  /// The text in the language of the page, or of the locale that an enclosing view sets.
  @usableFromInline
  package var string: String {
    isLookedUp ? text(in: EnvironmentValues.current.chosenLocale) : plain
  }
}
