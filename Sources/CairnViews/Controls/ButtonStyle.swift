/// How buttons look; a class that the style sheet knows.
public enum ButtonStyle: UInt8, Sendable {
  case automatic, plain, bordered, borderedProminent
}

/// What a button is for.
public enum ButtonRole: UInt8, Sendable {
  /// It takes something away for good.
  case destructive
  /// It leaves without doing anything.
  case cancel
}
