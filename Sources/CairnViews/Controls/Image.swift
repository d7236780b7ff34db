/// An image.
public struct Image: _PrimitiveView {
  let source: String
  let alternative: String

  /// Creates an image from a URL.
  /// - Parameters:
  ///   - url: The URL of the image.
  ///   - alt: A description of the image for people who can't see it.
  public init(url: String, alt: String) {
    source = url
    alternative = alt
  }

  /// Creates an image from a file in `Public/`.
  public init(_ name: String, alt: String) { self.init(url: "/public/" + name, alt: alt) }

  /// Creates a decorative image from a file in `Public/`, without a description.
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
    renderer.endTag()
    renderer.closeRow(row)
  }
}
