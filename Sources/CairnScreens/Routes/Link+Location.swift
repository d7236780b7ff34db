public import CairnViews

extension Link {
  /// Creates a link to a path of the application, such as the path of an endpoint.
  ///
  /// The URL also contains the path of the application's mount and the prefix of the server.
  ///
  /// - Parameters:
  ///   - path: The path relative to the application.
  ///   - label: The content of the link.
  public init(to path: LocationPath, @ViewBuilder label: () -> Label) {
    self.init(path: path.text, label: label())
  }
}

extension Link where Label == Text {
  /// Creates a link to a path of the application, with a title.
  ///
  /// ```swift
  /// Link("Export", to: "export.csv").attribute("download")
  /// ```
  /// The URL also contains the path of the application's mount and the prefix of the server. With the attribute
  /// `download`, the browser saves the response.
  ///
  /// - Parameters:
  ///   - title: The title of the link.
  ///   - path: The path relative to the application.
  public init(_ title: LocalizedStringKey, to path: LocationPath) {
    self.init(title.string, to: path)
  }

  /// Creates a link to a path of the application, with a title.
  ///
  /// - Parameters:
  ///   - title: The title of the link.
  ///   - path: The path relative to the application.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, to path: LocationPath) {
    self.init(path: path.text, label: Text(title))
  }
}
