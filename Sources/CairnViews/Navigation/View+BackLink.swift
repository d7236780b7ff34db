public import CairnTexts

/// A modifier that adds a link to the bar of a screen, in the position of the Back button.
public struct _BackLinkModifier: _PrimitiveModifier {
  @usableFromInline let title: String
  @usableFromInline let url: String

  @inlinable
  init(_ title: String, _ url: String) {
    self.title = title
    self.url = url
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    renderer.addBackLink(modifier.title, to: modifier.url)
    Content._render(content, &renderer)
  }
}

extension Renderer {
  /// Adds a link before the title, in the position of the Back button. On pushed screens, the Back button replaces
  /// it.
  @usableFromInline
  mutating func addBackLink(_ title: String, to url: String) {
    state.layer.backLink = { renderer in
      if let name = renderer.backName(title) { renderer.pend(attribute: "aria-label", name) }
      Modified<Link<Text>, _ClassModifier>._render(
        Link(title, destination: url).class("back"), &renderer)
    }
  }
}

extension Renderer {
  /// Returns the name of a Back button or link for screen readers, or `nil` if the style sheet adds the English words
  /// before the title.
  func backName(_ title: String) -> String? {
    guard !title.isEmpty else { return state.texts[.back] }
    guard !state.texts.areOriginal else { return nil }
    let text = SystemText.backTo(title: title)
    let name = state.texts[text]
    return name == text.string(in: .english) ? nil : name
  }
}

extension View {
  /// Adds a link to the bar of the enclosing screen, which leads to another application or page.
  ///
  /// ```swift
  /// WindowGroup { InventoryView(store: store).backLink("Gallery", to: "/") }
  /// ```
  /// The link has the position of the Back button, and is for the first screen, which has no Back button. If the
  /// URL's scheme isn't a known one, an issue is reported and the link leads to `about:blank`.
  /// - Parameters:
  ///   - title: The title of the link, which names its destination.
  ///   - url: The destination of the link.
  @inlinable
  public consuming func backLink(_ title: LocalizedStringKey, to url: String) -> Modified<
    Self, _BackLinkModifier
  > {
    backLink(title.string, to: url)
  }

  /// Adds a link to the bar of the enclosing screen, which leads to another application or page.
  ///
  /// ```swift
  /// WindowGroup { InventoryView(store: store).backLink("Gallery", to: "/") }
  /// ```
  /// The link has the position of the Back button, and is for the first screen, which has no Back button. If the
  /// URL's scheme isn't a known one, an issue is reported and the link leads to `about:blank`.
  /// - Parameters:
  ///   - title: The title of the link, which names its destination.
  ///   - url: The destination of the link.
  @inlinable
  @_disfavoredOverload
  public consuming func backLink(_ title: some StringProtocol, to url: String) -> Modified<
    Self, _BackLinkModifier
  > {
    Modified(self, _BackLinkModifier(String(title), url))
  }
}
