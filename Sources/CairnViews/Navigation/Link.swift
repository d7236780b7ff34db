public import struct Foundation.URL

/// A link to another page or to a file.
///
/// If the URL's scheme isn't a known one, such as `https` or `mailto`, an issue is reported and the link leads to
/// `about:blank`.
public struct Link<Label: View>: _PrimitiveView {
  /// A URL, or a percent-encoded path below the application, without a slash at its start.
  @usableFromInline let url: String
  @usableFromInline let isPath: Bool
  @usableFromInline let label: Label
  @usableFromInline let isRow: Bool

  @inlinable
  init(url: String, isPath: Bool = false, isRow: Bool, label: Label) {
    self.url = url
    self.isPath = isPath
    self.isRow = isRow
    self.label = label
  }

  /// Creates a link to a percent-encoded path below the application, without a slash at its start.
  @usableFromInline
  package init(path: String, label: Label) {
    self.init(url: path, isPath: true, isRow: false, label: label)
  }

  /// Creates a link with a custom label.
  @inlinable
  public init(destination: String, @ViewBuilder label: () -> Label) {
    self.init(url: destination, isRow: false, label: label())
  }

  /// Creates a link with a custom label.
  @inlinable
  public init(destination: URL, @ViewBuilder label: () -> Label) {
    self.init(url: destination.absoluteString, isRow: false, label: label())
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    let row = renderer.openRow()
    renderer.openLink(view.url, isPath: view.isPath, isRow: view.isRow)
    let surrounding = renderer.surrounding
    renderer.surrounding = .inline
    Label._render(view.label, &renderer)
    renderer.surrounding = surrounding
    renderer.write("</a>")
    renderer.closeRow(row)
  }
}

extension Link where Label == Text {
  /// Creates a link with a title.
  @inlinable
  public init(_ title: LocalizedStringKey, destination: String) {
    self.init(title.string, destination: destination)
  }

  /// Creates a link with a title.
  @inlinable
  @_disfavoredOverload
  public init(_ title: some StringProtocol, destination: String) {
    self.init(url: destination, isRow: false, label: Text(title))
  }

  /// Creates a link with a title.
  @inlinable
  public init(_ title: LocalizedStringKey, destination: URL) {
    self.init(title.string, destination: destination)
  }

  /// Creates a link with a title.
  @inlinable
  @_disfavoredOverload
  public init(_ title: some StringProtocol, destination: URL) {
    self.init(url: destination.absoluteString, isRow: false, label: Text(title))
  }
}

extension Renderer {
  @usableFromInline
  mutating func openLink(_ url: String, isPath: Bool, isRow: Bool) {
    if isRow { open("<a", class: "row-button") } else { open("<a") }
    write(" href=\"")
    if isPath { write(attribute: state.root) }
    write(attribute: isPath ? url : SafeURL.checked(url))
    write("\">")
    endTag()
  }
}
