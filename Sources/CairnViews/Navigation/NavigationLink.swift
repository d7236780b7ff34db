/// A row that leads to another screen.
///
/// The destination is a URL, a location of the application, or a value that's pushed onto the enclosing stack.
///
/// A row that leads to a location is a link, so middle click, “Open in New Tab”, and “Copy Link” work. With the
/// page's script, an ordinary click sends a tap that runs the row's action, like a button.
public struct NavigationLink<Label: View>: _PrimitiveView {
  @usableFromInline
  enum Target {
    case url(String)
    case value(Any)
    /// A percent-encoded path below the application, and the action of a tap.
    case path(String, () -> Void)
  }

  @usableFromInline let target: Target
  @usableFromInline let label: Label

  @inlinable
  init(_ target: Target, _ label: Label) {
    self.target = target
    self.label = label
  }

  /// Creates a link to a URL.
  @inlinable
  public init(href: String, @ViewBuilder label: () -> Label) {
    self.init(.url(href), label())
  }

  /// Creates a button that appends `value` to the path of the enclosing ``NavigationStack``.
  @inlinable
  public init<Value>(value: Value, @ViewBuilder label: () -> Label) {
    self.init(.value(value), label())
  }

  /// Creates a link to a path below the application.
  /// - Parameters:
  ///   - path: The percent-encoded path, without a slash at its start.
  ///   - action: Navigates to the location of `path`.
  ///   - label: The label of the link.
  @usableFromInline
  package init(path: String, action: @escaping () -> Void, label: Label) {
    self.init(.path(path, action), label)
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    switch view.target {
    case .url(let url):
      Link._render(Link(url: url, isRow: true, label: view.label), &renderer)
    case .value(let value):
      renderButton(view.label, renderer.pushing(value), &renderer)
    case .path(let path, let action):
      // A link can't be disabled, and it can't close its alert, so use a button.
      if renderer.flags.isDisjoint(with: [.disabled, .dismissing]) {
        renderLink(view.label, to: path, action, &renderer)
      } else {
        renderButton(view.label, action, &renderer)
      }
    }
  }

  @inlinable
  static func renderButton(
    _ label: Label, _ action: @escaping () -> Void, _ renderer: inout Renderer
  ) {
    Modified<Button<Label>, _ClassModifier>._render(
      Button(action: action, label: { label }).class("row-button"), &renderer)
  }

  @inlinable
  static func renderLink(
    _ label: Label, to path: String, _ action: @escaping () -> Void, _ renderer: inout Renderer
  ) {
    let id = renderer.place
    if renderer.isWriting {
      let row = renderer.openRow()
      renderer.openLink(id, to: path)
      let surrounding = renderer.surrounding
      renderer.surrounding = .inline
      Label._render(label, &renderer)
      renderer.surrounding = surrounding
      renderer.write("</a>")
      renderer.closeRow(row)
    } else if renderer.wants(id) || renderer.seeks(path) {
      renderer.keepTap(id, isCancellation: false, action)
    }
    renderer.noteButton(id, nil)
  }
}

extension NavigationLink {
  /// Creates a button that pushes a state onto the enclosing stack.
  @inlinable
  public init<State>(state: State, @ViewBuilder label: () -> Label) {
    self.init(.value(state), label())
  }
}

extension NavigationLink where Label == Text {
  /// Creates a button with a title that pushes a state onto the enclosing stack.
  @inlinable
  public init<State>(_ title: LocalizedStringKey, state: State) {
    self.init(title.string, state: state)
  }

  /// Creates a button with a title that pushes a state onto the enclosing stack.
  @inlinable
  // A trailing closure is a destination, which has a hint.
  @_disfavoredOverload
  public init<State>(_ title: some StringProtocol, state: State) {
    self.init(.value(state), Text(title))
  }

  /// Creates a link with a title to a URL.
  @inlinable
  public init(_ title: LocalizedStringKey, href: String) {
    self.init(title.string, href: href)
  }

  /// Creates a link with a title to a URL.
  @inlinable
  @_disfavoredOverload
  public init(_ title: some StringProtocol, href: String) {
    self.init(.url(href), Text(title))
  }

  /// Creates a button with a title that appends `value` to the path of the enclosing ``NavigationStack``.
  @inlinable
  public init<Value>(_ title: LocalizedStringKey, value: Value) {
    self.init(title.string, value: value)
  }

  /// Creates a button with a title that appends `value` to the path of the enclosing ``NavigationStack``.
  @inlinable
  // A trailing closure is a destination, which has a hint.
  @_disfavoredOverload
  public init<Value>(_ title: some StringProtocol, value: Value) {
    self.init(.value(value), Text(title))
  }
}

extension Renderer {
  /// Returns a closure that appends `value` to the path of the enclosing stack.
  @usableFromInline
  func pushing(_ value: Any) -> () -> Void {
    let append = state.append
    return { append?(value) }
  }

  /// Writes the start tag of a link that the page's script sends as a tap.
  @usableFromInline
  mutating func openLink(_ id: UInt64, to path: String) {
    open("<a", class: "row-button")
    write(" href=\"")
    write(attribute: state.root)
    write(attribute: path)
    if flags.contains(.live) {
      write("\" data-tap=\"")
      write(id: id)
      wroteLive = true
    }
    write("\">")
    endTag()
  }
}
