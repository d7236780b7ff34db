import CairnDependencies

/// An image.
public struct Image: _PrimitiveView {
  private enum Source {
    case url(String)
    /// The name of a file in `Public/`.
    case file(String)
  }

  private let source: Source
  private let alternative: String

  /// Creates an image from a URL.
  /// - Parameters:
  ///   - url: The URL of the image.
  ///   - alt: A description of the image for people who can't see it.
  public init(url: String, alt: LocalizedStringKey) { self.init(.url(url), alt: alt.string) }

  /// Creates an image from a URL, with a description that isn't looked up.
  /// - Parameters:
  ///   - url: The URL of the image.
  ///   - alt: A description of the image for people who can't see it.
  @_disfavoredOverload
  public init(url: String, alt: some StringProtocol) { self.init(.url(url), alt: String(alt)) }

  /// Creates an image from a file in `Public/`.
  ///
  /// The page contains the URL from ``PublicFiles``. Browsers keep the image until the file changes.
  public init(_ name: String, alt: LocalizedStringKey) { self.init(.file(name), alt: alt.string) }

  /// Creates an image from a file in `Public/`, with a description that isn't looked up.
  @_disfavoredOverload
  public init(_ name: String, alt: some StringProtocol) { self.init(.file(name), alt: String(alt)) }

  /// Creates a decorative image from a file in `Public/`, without a description.
  public init(decorative name: String) { self.init(.file(name), alt: "") }

  private init(_ source: Source, alt: String) {
    self.source = source
    alternative = alt
  }

  private var url: String {
    switch source {
    case .url(let url): return SafeURL.checked(url)
    case .file(let name):
      @Dependency(\.publicFiles) var publicFiles
      return publicFiles.url(for: name)
    }
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    let row = renderer.openRow()
    renderer.open("<img")
    renderer.write(" src=\"")
    renderer.write(attribute: view.url)
    renderer.write("\" alt=\"")
    renderer.write(attribute: view.alternative)
    renderer.write("\">")
    renderer.endTag()
    renderer.closeRow(row)
  }
}
