/// An image.
public struct Image: _PrimitiveView {
  let source: String
  let alternative: String

  /// The image at `url`; `alt` says what it shows to those who do not see it.
  public init(url: String, alt: String) {
    source = url
    alternative = alt
  }

  /// The image of that name in `Public/`.
  public init(_ name: String, alt: String) { self.init(url: "/public/" + name, alt: alt) }

  /// The image of that name in `Public/`, which says nothing.
  public init(decorative name: String) { self.init(name, alt: "") }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    let row = renderer.openRow()
    renderer.open("<img")
    renderer.write(" src=\"")
    renderer.write(attribute: SafeURL.checked(view.source))
    renderer.write("\" alt=\"")
    renderer.write(attribute: view.alternative)
    renderer.write("\">")
    renderer.closeRow(row)
  }
}
