import CairnDependencies

/// An image, or an icon.
public struct Image: _PrimitiveView {
  private enum Source {
    case url(String)
    /// The name of a file in `Public/`.
    case file(String)
    case icon(Icon)
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

  /// Creates a decorative image from an icon, without a description.
  public init(icon: Icon) { self.init(.icon(icon), alt: "") }

  /// Creates an image from an icon.
  /// - Parameters:
  ///   - icon: The icon.
  ///   - alt: A description of the icon for people who can't see it.
  public init(icon: Icon, alt: LocalizedStringKey) { self.init(.icon(icon), alt: alt.string) }

  /// Creates an image from an icon, with a description that isn't looked up.
  @_disfavoredOverload
  public init(icon: Icon, alt: some StringProtocol) { self.init(.icon(icon), alt: String(alt)) }

  private init(_ source: Source, alt: String) {
    self.source = source
    alternative = alt
  }

  private var url: String {
    switch source {
    case .url(let url): return SafeURL.checked(url)
    case .file(let name): return Self.url(of: name)
    case .icon(let icon): return "\(Self.url(of: icon.file))#\(icon.name)"
    }
  }

  private static func url(of file: String) -> String {
    @Dependency(\.publicFiles) var publicFiles
    return publicFiles.url(for: file)
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    let row = renderer.openRow()
    defer { renderer.closeRow(row) }
    if case .icon(let icon) = view.source { return view.render(icon, &renderer) }
    renderer.open("<img")
    renderer.write(" src=\"")
    renderer.write(attribute: view.url)
    renderer.write("\" alt=\"")
    renderer.write(attribute: view.alternative)
    renderer.write("\">")
    renderer.endTag()
  }

  /// Writes an icon. The size is the one without a style sheet.
  private func render(_ icon: Icon, _ renderer: inout Renderer) {
    renderer.open("<svg", class: icon.isDirectional ? "symbol directional" : "symbol")
    if alternative.isEmpty {
      renderer.write(" aria-hidden=\"true\"")
    } else {
      renderer.write(" role=\"img\" aria-label=\"")
      renderer.write(attribute: alternative)
      renderer.write("\"")
    }
    renderer.write(" width=\"20\" height=\"20\">")
    renderer.endTag()
    renderer.write("<use href=\"")
    renderer.write(attribute: url)
    renderer.write("\"></use></svg>")
  }
}
