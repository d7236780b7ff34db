import CairnDependencies
import CairnTexts

/// Buttons with which users choose the language of all pages.
///
/// There's a button for each language of the application, with its name in the language itself. The choice takes
/// precedence over the preferences of the browser. To choose a language in your own way, use the dependency
/// `\.languageChoice`.
///
/// ```swift
/// Section("Settings") { LanguagePicker() }
/// ```
public struct LanguagePicker: _PrimitiveView {
  /// Creates a picker for the languages of the application.
  public init() {}

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let choice = DependencyValues._current.languageChoice
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if renderer.isWriting {
      renderer.open("<div", class: "languages")
      renderer.write(" role=\"group\" aria-label=\"")
      renderer.write(attribute: renderer.state.texts[.language])
      renderer.write("\">")
    }
    renderer.surrounding = .inline
    let buttons = ForEach(choice.languages, id: \.tag) { language in
      LanguageButton(language: language, choice: choice)
    }
    type(of: buttons)._render(buttons, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</div>") }
    renderer.closeRow(row)
  }
}

/// A button that chooses a language.
private struct LanguageButton: View {
  let language: Language
  let choice: LanguageChoice

  var body: some View {
    Button(LocalizedStringKey(verbatim: language.localizedName)) { choice.select(language) }
      .attribute("lang", language.tag)
      .attribute("dir", language.direction.rawValue)
      .attribute("aria-pressed", choice.current == language ? "true" : "false")
  }
}
