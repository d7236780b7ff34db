/// A link in the bar of the screen around, where Back is on the screens that are pushed there.
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
  /// Puts a link before the title, where Back is on the screens that are pushed; they replace it.
  @usableFromInline
  mutating func addBackLink(_ title: String, to url: String) {
    state.layer.backLink = { renderer in
      Modified<Link<Text>, _ClassModifier>._render(
        Link(title, destination: url).class("back"), &renderer)
    }
  }
}

extension View {
  /// Puts a link into the bar of the screen around that leads out of it, to another application or
  /// page; it is named for where it leads.
  ///
  /// ```swift
  /// WindowGroup { InventoryView(store: store).backLink("Gallery", to: "/") }
  /// ```
  /// It stands where Back is on the screens that are pushed there, and is for the first screen, which
  /// has no Back. A URL with a scheme that may run code is reported and replaced by `about:blank`.
  @inlinable
  public consuming func backLink(
    _ title: String, to url: String
  ) -> Modified<Self, _BackLinkModifier> {
    Modified(self, _BackLinkModifier(title, url))
  }
}
