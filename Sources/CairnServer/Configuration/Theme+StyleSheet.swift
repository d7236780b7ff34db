extension Theme {
  /// The rules that follow Cairn's style sheet, or an empty text for Cairn's own theme.
  var styleSheet: String {
    var properties: [String] = []
    if let accent { properties.append("--accent:\(accent.text)") }
    if neutralHue != Theme().neutralHue { properties.append("--hue:\(Self.hue(neutralHue))") }
    if let radius = radius.factor {
      properties += Self.scaled("radius", [0.5, 0.6875, 1, 1.375], by: radius)
    }
    if let density = density.factor {
      properties += Self.scaled("space", [0.25, 0.5, 0.75, 1, 1.5, 2, 3], by: density)
    }
    if let names = font.names { properties.append("--font:\(names)") }
    if density == .spacious { properties.append("--row:3.75rem") }
    var rules = Self.rule(properties)
    if density == .compact {
      // Controls for fingers must be large, and some browsers zoom into fields with a smaller font.
      let sizes = [
        "--row:2.5rem", "--target:2rem", "--target-small:1.75rem", "--size-body:.9375rem",
        "--size-headline:1rem", "--size-subheadline:.875rem", "--size-small:.8125rem",
        "--size-caption:.75rem",
      ]
      rules += "@media (pointer:fine){\(Self.rule(sizes))}"
    }
    if let darkAccent {
      rules +=
        "@media screen and (prefers-color-scheme:dark){"
        + Self.rule(["--accent:\(darkAccent.text)"]) + "}"
    }
    return rules
  }

  private static func rule(_ properties: [String]) -> String {
    properties.isEmpty ? "" : ":root{\(properties.joined(separator: ";"))}"
  }

  private static func scaled(_ name: String, _ lengths: [Double], by factor: Double) -> [String] {
    lengths.enumerated().map { "--\(name)-\($0 + 1):\(number($1 * factor, in: 0...100))rem" }
  }

  /// Returns a number as text, without an exponent. A number that isn't finite is the lower bound.
  static func number(_ value: Double, in range: ClosedRange<Double>) -> String {
    let value =
      value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : range.lowerBound
    return (Double(Int((value * 10_000).rounded())) / 10_000).description
  }

  /// Returns a hue from 0 to 360 as text.
  static func hue(_ degrees: Double) -> String {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return number(rest < 0 ? rest + 360 : rest, in: 0...360)
  }
}

extension Theme.Radius {
  /// The factor for the radii of Cairn's style sheet, or `nil` if they don't change.
  fileprivate var factor: Double? {
    switch self {
    case .none: 0
    case .small: 0.5
    case .regular: nil
    case .large: 1.5
    }
  }
}

extension Theme.Density {
  /// The factor for the spacing of Cairn's style sheet, or `nil` if it doesn't change.
  fileprivate var factor: Double? {
    switch self {
    case .compact: 0.75
    case .regular: nil
    case .spacious: 1.25
    }
  }
}

extension Theme.FontFamily {
  /// The names of the fonts in the syntax of CSS, or `nil` for the fonts of Cairn's style sheet.
  fileprivate var names: String? {
    switch self {
    case .system: nil
    case .serif: "ui-serif,\"Iowan Old Style\",Charter,\"Noto Serif\",\"Liberation Serif\",serif"
    case .rounded: "ui-rounded,\"SF Pro Rounded\",Nunito,Quicksand,Comfortaa,system-ui,sans-serif"
    case .monospaced: "var(--font-code)"
    case .named(let names):
      (names.map(Self.quoted) + ["system-ui", "sans-serif"]).joined(separator: ",")
    }
  }

  /// Returns a name as a string of CSS.
  private static func quoted(_ name: String) -> String {
    var text = "\""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        // CSS replaces a null character with U+FFFD, which no name of a font contains.
        text += "\\\(String(scalar.value, radix: 16)) "
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
