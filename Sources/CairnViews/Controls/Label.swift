/// A title with an icon before it. The icon is hidden from assistive technology.
public struct Label<Title: View, Icon: View>: _PrimitiveView {
  @usableFromInline let title: Title
  @usableFromInline let icon: Icon

  /// Creates a label with a custom title and icon.
  @inlinable
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    let row = renderer.openRow()
    let outer = renderer.surrounding
    renderer.open("<span", class: "label")
    renderer.write("><span class=\"icon\" aria-hidden=\"true\">")
    renderer.surrounding = .inline
    Icon._render(view.icon, &renderer)
    renderer.write("</span>")
    Title._render(view.title, &renderer)
    renderer.write("</span>")
    renderer.surrounding = outer
    renderer.closeRow(row)
  }
}

extension Label where Title == Text, Icon == Text {
  /// Creates a label with a symbol, such as an emoji, before its title.
  @inlinable
  public init(_ title: LocalizedStringKey, icon: String) {
    self.init(title.string, icon: icon)
  }

  /// Creates a label with a symbol, such as an emoji, before its title.
  @inlinable
  @_disfavoredOverload
  public init(_ title: some StringProtocol, icon: String) {
    self.init(title: { Text(title) }, icon: { Text(icon) })
  }
}

extension Label where Title == Text, Icon == Image {
  /// Creates a label with an image from `Public/` before its title.
  @inlinable
  public init(_ title: LocalizedStringKey, image: String) {
    self.init(title.string, image: image)
  }

  /// Creates a label with an image from `Public/` before its title.
  @inlinable
  @_disfavoredOverload
  public init(_ title: some StringProtocol, image: String) {
    self.init(title: { Text(title) }, icon: { Image(decorative: image) })
  }
}
