extension View {
  /// Sets the minimum and maximum height of text editors within this view, in lines of text.
  ///
  /// A ``TextEditor`` grows with its text and scrolls beyond the maximum. In browsers that don't support CSS's
  /// `field-sizing`, it has the minimum height, and users can resize it.
  /// - Parameter limit: The number of lines. The minimum is at most 6. With a maximum of more than 12, the limit is the
  ///   one of the style sheet, which depends on the window.
  @inlinable
  public consuming func lineLimit(_ limit: ClosedRange<Int>) -> Modified<Self, _TextInputModifier> {
    Modified(self, _TextInputModifier(lines: limit))
  }
}

extension Renderer {
  /// Writes the number of lines of a text area, for which the style sheet has rules.
  mutating func writeLines() {
    guard let lines = textInput.lines else { return }
    write(" rows=\"")
    out.append(integer: min(max(lines.lowerBound, 1), 6))
    write("\"")
    guard lines.upperBound <= 12 else { return }
    write(" data-rows=\"")
    out.append(integer: max(lines.upperBound, 1))
    write("\"")
  }
}
