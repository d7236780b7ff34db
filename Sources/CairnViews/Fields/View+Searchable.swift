public import CairnTexts

/// A view below a search field.
public struct _SearchableView<Content: View>: _PrimitiveView {
  @usableFromInline let content: Content
  @usableFromInline let text: Binding<String>
  @usableFromInline let prompt: String?

  @inlinable
  init(content: consuming Content, text: Binding<String>, prompt: String?) {
    self.content = content
    self.text = text
    self.prompt = prompt
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let place = renderer.place
    renderer.place = Place.mix(place, 1)
    let row = renderer.openRow()
    renderer.renderSearch(view.text, prompt: view.prompt)
    renderer.closeRow(row)
    renderer.place = Place.mix(place, 2)
    Content._render(view.content, &renderer)
    renderer.place = place
  }

  @inlinable
  public static var _containsSections: Bool { Content._containsSections }

  public static func _root(of view: Self) -> (any _SceneRoot)? { Content._root(of: view.content) }
}

extension Renderer {
  /// Writes a search field with a button that submits it, or keeps their handlers.
  @usableFromInline
  mutating func renderSearch(_ text: Binding<String>, prompt: String?) {
    let outer = (place, surrounding)
    let search = state.texts[.search]
    let name = prompt ?? search
    if isWriting {
      open("<search", class: "search")
      // Older browsers don't know the element.
      write(" role=\"search\">")
    }
    surrounding = .inline
    place = Place.mix(outer.0, 1)
    let field = TextField(String(), text: text, prompt: LocalizedStringKey(verbatim: name))
      .accessibilityLabel(name).attribute("type", "search").attribute("enterkeyhint", "search")
    type(of: field)._render(field, &self)
    // Each button of a page submits the fields. With the script, they're also submitted while the user types.
    place = Place.mix(outer.0, 2)
    let button = Button(search) {}.noscript()
    type(of: button)._render(button, &self)
    if isWriting { write("</search>") }
    (place, surrounding) = outer
  }
}

extension View {
  /// Adds a search field above this view.
  ///
  /// ```swift
  /// List(store.shownItems) { item in Text(item.name) }
  ///   .searchable(text: $store.search, prompt: "Search for items")
  /// ```
  /// The text is written to the binding when the user pauses typing. Without the script, a button next to the field
  /// submits it. To put the text into the URL, declare it as a query: `Query(\.search, "q", default: "")`.
  /// - Parameters:
  ///   - text: The search text.
  ///   - prompt: The name of the field, which is also shown in it while it's empty. With `nil`, it's “Search” in the
  ///     language of the page.
  @inlinable
  public consuming func searchable(
    text: Binding<String>, prompt: LocalizedStringKey? = nil
  ) -> _SearchableView<Self> {
    _SearchableView(content: self, text: text, prompt: prompt?.string)
  }
}
