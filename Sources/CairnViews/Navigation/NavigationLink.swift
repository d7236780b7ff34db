/// A row that leads to another screen: by a URL, or by pushing a value on the stack around.
public struct NavigationLink<Label: View>: _PrimitiveView {
  @usableFromInline
  enum Target {
    case url(String)
    case value(Any)
  }

  @usableFromInline let target: Target
  @usableFromInline let label: Label

  @inlinable
  init(_ target: Target, _ label: Label) {
    self.target = target
    self.label = label
  }

  /// A link to a URL.
  @inlinable
  public init(href: String, @ViewBuilder label: () -> Label) {
    self.init(.url(href), label())
  }

  /// A button that appends `value` to the path of the ``NavigationStack`` around.
  @inlinable
  public init<Value>(value: Value, @ViewBuilder label: () -> Label) {
    self.init(.value(value), label())
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    switch view.target {
    case .url(let url):
      Link._render(Link(url: url, isRow: true, label: view.label), &renderer)
    case .value(let value):
      let push = renderer.pushing(value)
      Modified<Button<Label>, _ClassModifier>._render(
        Button(action: push, label: { view.label }).class("row-button"), &renderer)
    }
  }
}

extension NavigationLink {
  /// A button that pushes a state on the stack around.
  @inlinable
  public init<State>(state: State, @ViewBuilder label: () -> Label) {
    self.init(.value(state), label())
  }
}

extension NavigationLink where Label == Text {
  /// A button that pushes a state on the stack around.
  @inlinable
  public init<State>(_ title: String, state: State) { self.init(.value(state), Text(title)) }

  /// A link to a URL.
  @inlinable
  public init(_ title: String, href: String) { self.init(.url(href), Text(title)) }

  /// A button that appends `value` to the path of the ``NavigationStack`` around.
  @inlinable
  public init<Value>(_ title: String, value: Value) { self.init(.value(value), Text(title)) }
}

extension Renderer {
  /// What appends `value` to the path of the stack around.
  @usableFromInline
  func pushing(_ value: Any) -> () -> Void {
    let append = state.append
    return { append?(value) }
  }
}
