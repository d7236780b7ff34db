/// A part of a list, form, or page, with an optional header and footer.
public struct Section<Header: View, Content: View, Footer: View>: _PrimitiveView {
  @usableFromInline let header: Header
  @usableFromInline let content: Content
  @usableFromInline let footer: Footer

  /// Creates a section with a header and a footer.
  @inlinable
  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header,
    @ViewBuilder footer: () -> Footer
  ) {
    self.content = content()
    self.header = header()
    self.footer = footer()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.surrounding == .rows ? renderer.openRow() : renderer.surrounding
    let outer = renderer.surrounding
    let place = renderer.place
    let isInForm = outer == .form
    let isInList = outer == .sections
    if renderer.isWriting {
      renderer.open(isInForm ? "<fieldset" : "<section", class: "section")
      // A group without a name doesn't help users of screen readers.
      renderer.write(isInForm && Header.self == EmptyView.self ? " role=\"none\">" : ">")
    }
    if Header.self != EmptyView.self {
      if renderer.isWriting { renderer.write(isInForm ? "<legend>" : "<h2>") }
      renderer.surrounding = .inline
      renderer.place = Place.mix(place, 11)
      Header._render(view.header, &renderer)
      if renderer.isWriting { renderer.write(isInForm ? "</legend>" : "</h2>") }
    }
    if renderer.isWriting, isInList { renderer.write("<ul class=\"list\">") }
    renderer.surrounding = isInList ? .rows : .block
    renderer.place = Place.mix(place, 12)
    Content._render(view.content, &renderer)
    if renderer.isWriting, isInList { renderer.write("</ul>") }
    if Footer.self != EmptyView.self {
      if renderer.isWriting { renderer.write("<p class=\"footer\">") }
      renderer.surrounding = .inline
      renderer.place = Place.mix(place, 13)
      Footer._render(view.footer, &renderer)
      if renderer.isWriting { renderer.write("</p>") }
    }
    if renderer.isWriting { renderer.write(isInForm ? "</fieldset>" : "</section>") }
    renderer.place = place
    renderer.surrounding = outer
    if row == .rows { renderer.closeRow(row) }
  }

  @inlinable
  public static var _containsSections: Bool { true }
}

extension Section where Header == EmptyView, Footer == EmptyView {
  /// Creates a section without a header and footer.
  @inlinable
  public init(@ViewBuilder content: () -> Content) {
    self.init(content: content, header: { EmptyView() }, footer: { EmptyView() })
  }
}

extension Section where Header == Text, Footer == EmptyView {
  /// Creates a section with a title.
  @inlinable
  public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(title.string, content: content)
  }

  /// Creates a section with a title.
  @inlinable
  @_disfavoredOverload
  public init(_ title: String, @ViewBuilder content: () -> Content) {
    self.init(content: content, header: { Text(title) }, footer: { EmptyView() })
  }
}

extension Section where Footer == EmptyView {
  /// Creates a section with a header.
  @inlinable
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) {
    self.init(content: content, header: header, footer: { EmptyView() })
  }
}

extension Section where Header == EmptyView {
  /// Creates a section with a footer.
  @inlinable
  public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
    self.init(content: content, header: { EmptyView() }, footer: footer)
  }
}
