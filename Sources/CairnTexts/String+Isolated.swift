extension StringProtocol {
  /// The text, isolated from the direction of the text around it.
  ///
  /// Use it for text that users enter, if it's part of a sentence. Otherwise, a name in Arabic or Hebrew, or a name
  /// with a character such as U+202E, can move the punctuation after it.
  ///
  /// ```swift
  /// Text("Delete “\(item.name.bidiIsolated)”?")
  /// ```
  ///
  /// Characters around the text (U+2068 and U+2069) isolate it. A text that can't affect its surroundings is returned
  /// unchanged.
  public var bidiIsolated: String {
    guard unicodeScalars.contains(where: \.affectsDirection) else { return String(self) }
    var result = "\u{2068}".unicodeScalars
    // The number of isolates within the text that haven't ended.
    var depth = 0
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{2066}"..."\u{2068}": depth += 1
      // This would end the isolate around the text.
      case "\u{2069}" where depth == 0: continue
      case "\u{2069}": depth -= 1
      default: break
      }
      result.append(scalar)
    }
    result.append(contentsOf: repeatElement("\u{2069}", count: depth + 1))
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether the character is in a block of right-to-left scripts, or controls the direction of text.
  fileprivate var affectsDirection: Bool {
    switch value {
    case 0x590...0x8FF, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFB1D...0xFDFF,
      0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
