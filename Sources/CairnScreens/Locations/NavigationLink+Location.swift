public import CairnViews

extension NavigationLink {
  /// A link to a location of the application.
  ///
  /// Give it the location that `action` leads to, as a path below the application. With the page's script,
  /// an ordinary click runs `action` in the scene. Every other click, and each click without the script,
  /// opens the location. A disabled one is a disabled button.
  ///
  /// - Parameters:
  ///   - path: The location that `action` leads to.
  ///   - action: What a tap does.
  ///   - label: The content of the row.
  public init(
    to path: LocationPath, action: @escaping () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(path: path.text, action: action, label: label())
  }
}

extension NavigationLink where Label == Text {
  /// A link to a location of the application, with a title.
  ///
  /// ```swift
  /// NavigationLink(item.name, to: "items/\(item.id)") { store.send(.itemTapped(id: item.id)) }
  /// ```
  /// - Parameters:
  ///   - title: What the row shows.
  ///   - path: The location that `action` leads to.
  ///   - action: What a tap does.
  public init(_ title: String, to path: LocationPath, action: @escaping () -> Void) {
    self.init(path: path.text, action: action, label: Text(title))
  }
}
