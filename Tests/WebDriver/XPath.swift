/// XPath expressions that find elements by their visible names.
package enum XPath {
  /// A condition for elements in the top layer.
  package static let operable = "not(ancestor-or-self::*[@inert])"

  /// Visible buttons and links with a name.
  package static func control(_ name: String) -> String {
    controls
      + "[normalize-space()=\(literal(name)) or normalize-space(@aria-label)=\(literal(name))]"
  }

  /// Buttons and links with the name as one of several texts, for example next to an icon or a second
  /// line.
  package static func controlWithPart(_ name: String) -> String {
    controls + "[.//text()[normalize-space()=\(literal(name))]]"
  }

  package static let controls =
    "//*[self::button or self::a[@href]][\(operable)]"
    + "[not(@aria-hidden='true')][not(contains(concat(' ', @class, ' '), ' backdrop '))]"

  /// Fields with a label.
  package static func field(_ label: String) -> String {
    let name = literal(label)
    return "//*[self::input[not(@type='hidden')] or self::select or self::textarea][\(operable)]"
      + "[@id=//label[normalize-space()=\(name)]/@for or @aria-label=\(name)"
      + " or ancestor::label[normalize-space()=\(name)]]"
  }

  /// An XPath 1.0 string literal, which has no escapes.
  package static func literal(_ text: String) -> String {
    if !text.contains("'") { return "'\(text)'" }
    if !text.contains("\"") { return "\"\(text)\"" }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false).map { "'\($0)'" }
    return "concat(" + parts.joined(separator: ", \"'\", ") + ")"
  }
}
