public import CairnViews

extension NavigationLink {
  /// Creates a link to a location of the application.
  ///
  /// With the page's script, an ordinary click runs `action` in the scene. Every other click, and each click
  /// without the script, opens the location. If the link is disabled, it's a disabled button.
  ///
  /// - Parameters:
  ///   - path: The location to which `action` leads, as a path relative to the application.
  ///   - action: The closure to run when the user taps the link.
  ///   - label: The content of the row.
  public init(
    to path: LocationPath, action: @escaping () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(path: path.text, action: action, label: label())
  }
}

extension NavigationLink where Label == Text {
  /// Creates a link to a location of the application, with a title.
  ///
  /// ```swift
  /// NavigationLink(item.name, to: "items/\(item.id)") { store.send(.itemTapped(id: item.id)) }
  /// ```
  /// - Parameters:
  ///   - title: The title of the row.
  ///   - path: The location to which `action` leads, as a path relative to the application.
  ///   - action: The closure to run when the user taps the link.
  public init(_ title: LocalizedStringKey, to path: LocationPath, action: @escaping () -> Void) {
    self.init(title.string, to: path, action: action)
  }

  /// Creates a link to a location of the application, with a title.
  ///
  /// ```swift
  /// NavigationLink(item.name, to: "items/\(item.id)") { store.send(.itemTapped(id: item.id)) }
  /// ```
  /// - Parameters:
  ///   - title: The title of the row.
  ///   - path: The location to which `action` leads, as a path relative to the application.
  ///   - action: The closure to run when the user taps the link.
  @_disfavoredOverload
  public init(_ title: String, to path: LocationPath, action: @escaping () -> Void) {
    self.init(path: path.text, action: action, label: Text(title))
  }
}
