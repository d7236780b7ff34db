/// The colors, corners, spacing, and fonts of an application's pages.
///
/// ```swift
/// var theme = Theme.quiet
/// theme.accent = .oklch(lightness: 0.48, chroma: 0.15, hue: 264)
/// settings.theme = theme
/// ```
/// The server adds the theme to the served `cairn.css`, as custom properties. Style sheets of the application still
/// override them. If the application replaces `cairn.css`, the server doesn't add the theme.
///
/// A theme has light and dark colors. Cairn's style sheet derives the colors of texts and buttons from the accent color,
/// with enough contrast in both modes.
public struct Theme: Hashable, Sendable {
  /// The color of links, buttons, and the selection, or `nil` for Cairn's green.
  public var accent: Color?
  /// The accent color in dark mode, or `nil` for the same color as in light mode.
  public var darkAccent: Color?
  /// The hue of backgrounds, lines, and texts, in degrees. The default is 85, a warm gray. Cool grays have about 260.
  public var neutralHue = 85.0
  /// The roundness of corners. The default is `regular`.
  public var radius = Radius.regular
  /// The spacing and the height of controls. The default is `regular`.
  public var density = Density.regular
  /// The font of all texts except code. The default is `system`.
  public var font = FontFamily.system

  /// Creates Cairn's own theme.
  public init() {}

  /// A theme with a dark blue accent, cool grays, and slightly rounded corners.
  public static let quiet: Theme = {
    var theme = Theme()
    theme.accent = .oklch(lightness: 0.42, chroma: 0.045, hue: 260)
    theme.neutralHue = 260
    theme.radius = .small
    return theme
  }()

  /// A theme with a blue accent, small spacing, and almost square corners, for pages with much data.
  public static let dense: Theme = {
    var theme = Theme()
    theme.accent = .oklch(lightness: 0.5, chroma: 0.17, hue: 255)
    theme.neutralHue = 250
    theme.radius = .small
    theme.density = .compact
    return theme
  }()

  /// A theme with a pink accent, large spacing, and very round corners.
  public static let playful: Theme = {
    var theme = Theme()
    theme.accent = .oklch(lightness: 0.52, chroma: 0.21, hue: 350)
    theme.neutralHue = 330
    theme.radius = .large
    theme.density = .spacious
    theme.font = .rounded
    return theme
  }()

  /// The roundness of corners.
  public enum Radius: Hashable, Sendable, CaseIterable {
    /// Square corners.
    case none
    /// Corners with half of the regular radius.
    case small
    /// Corners with Cairn's own radius.
    case regular
    /// Corners with one and a half times the regular radius.
    case large
  }

  /// The spacing and the height of controls.
  public enum Density: Hashable, Sendable, CaseIterable {
    /// Small spacing. With a mouse, controls and texts are smaller too. On touch screens, they keep their size.
    case compact
    /// Cairn's own spacing.
    case regular
    /// Large spacing.
    case spacious
  }

  /// The font of a theme.
  ///
  /// Browsers use the first font that is installed. To ship a font, declare it in a style sheet of your application with
  /// `@font-face`, and use its name.
  public enum FontFamily: Hashable, Sendable {
    /// The font of the user's system.
    case system
    /// A font with serifs.
    case serif
    /// A font with round shapes, if the user's system has one.
    case rounded
    /// A font whose characters all have the same width.
    case monospaced
    /// Fonts by name, in the order of preference, and then the font of the user's system.
    case named([String])
  }

  /// A color of a theme.
  public struct Color: Hashable, Sendable {
    /// The color in the syntax of CSS.
    let text: String

    /// Returns a color in OKLCH, whose lightness is the same for all hues.
    /// - Parameters:
    ///   - lightness: The lightness from 0 (black) to 1 (white). Other values are clamped.
    ///   - chroma: The intensity, from 0 for gray to about 0.3. Negative values are clamped.
    ///   - hue: The hue in degrees, for example 25 for red, 150 for green, and 260 for blue.
    public static func oklch(lightness: Double, chroma: Double, hue: Double) -> Color {
      Color(
        text: """
          oklch(\(Theme.number(lightness, in: 0...1)) \(Theme.number(chroma, in: 0...0.5)) \
          \(Theme.hue(hue)))
          """)
    }

    /// Returns a color in sRGB.
    /// - Parameters:
    ///   - red: The amount of red from 0 to 1. Other values of each amount are clamped.
    ///   - green: The amount of green from 0 to 1.
    ///   - blue: The amount of blue from 0 to 1.
    public static func rgb(red: Double, green: Double, blue: Double) -> Color {
      let amounts = [red, green, blue].map { Theme.number($0 * 255, in: 0...255) }
      return Color(text: "rgb(\(amounts.joined(separator: " ")))")
    }
  }
}
