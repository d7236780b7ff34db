/// How a closed guard shows what it has instead of its content.
public enum GuardPresentation: Hashable, Sendable {
  /// Instead of the content, which isn't evaluated. The page doesn't contain any of its data.
  case replacement
  /// In a sheet over the content, which stays visible but can't be used.
  ///
  /// Use it only for people who have already seen the content, such as signed-in users who must confirm their password.
  /// Views of the content don't start work while the sheet is shown.
  case overlay
}
