/// A placeholder for missing content, with an explanation and buttons.
public struct ContentUnavailableView<Actions: View>: _PrimitiveView {
  @usableFromInline let title: String
  @usableFromInline let description: String?
  @usableFromInline let actions: Actions

  /// Creates a placeholder with a title, a description, and buttons.
  @inlinable
  public init(
    _ title: LocalizedStringKey, description: LocalizedStringKey? = nil,
    @ViewBuilder actions: () -> Actions
  ) {
    self.init(title.string, description: description, actions: actions)
  }

  /// Creates a placeholder with a title, a description, and buttons.
  @inlinable
  @_disfavoredOverload
  public init(
    _ title: String, description: LocalizedStringKey? = nil, @ViewBuilder actions: () -> Actions
  ) {
    self.title = title
    self.description = description?.string
    self.actions = actions()
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let row = renderer.openRow()
    let outer = renderer.surrounding
    if renderer.isWriting {
      renderer.open("<div", class: "unavailable")
      renderer.write("><h2>")
      renderer.write(text: view.title)
      renderer.write("</h2>")
      if let description = view.description {
        renderer.write("<p class=\"text secondary\">")
        renderer.write(text: description)
        renderer.write("</p>")
      }
    }
    renderer.surrounding = .block
    Actions._render(view.actions, &renderer)
    renderer.surrounding = outer
    if renderer.isWriting { renderer.write("</div>") }
    renderer.closeRow(row)
  }
}

extension ContentUnavailableView where Actions == EmptyView {
  /// Creates a placeholder with a title and a description.
  @inlinable
  public init(_ title: LocalizedStringKey, description: LocalizedStringKey? = nil) {
    self.init(title.string, description: description)
  }

  /// Creates a placeholder with a title and a description.
  @inlinable
  @_disfavoredOverload
  public init(_ title: String, description: LocalizedStringKey? = nil) {
    self.init(title, description: description) { EmptyView() }
  }
}
