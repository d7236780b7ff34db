/// A container in which screens are pushed on top of each other.
///
/// Only the topmost screen is visible. Its Back button has the title of the screen below. The screens come from a
/// path, or from `.navigationDestination(item:)` within the stack, which replaces the content of the stack.
public struct NavigationStack<Root: View>: _PrimitiveView {
  @usableFromInline let root: Root
  @usableFromInline let stack: ((inout Renderer, Root) -> Void)?

  /// Creates a stack whose screens are pushed by views within it.
  @inlinable
  public init(@ViewBuilder root: () -> Root) {
    self.root = root()
    stack = nil
  }

  /// Creates a stack with `root` at the bottom, and a screen for each element of `path`.
  /// - Parameters:
  ///   - path: A binding to the path.
  ///   - root: The lowest screen.
  ///   - destination: Returns the screen of an element.
  @inlinable
  public init<Path: NavigationStackPath, Destination: View>(
    path: Binding<Path>, @ViewBuilder root: () -> Root,
    @ViewBuilder destination: @escaping (Path.Element) -> Destination
  ) {
    self.root = root()
    stack = { renderer, root in
      renderer.renderStack(root, path, destination)
    }
  }

  /// Creates a stack with `root` at the bottom, and a screen for each value in `path`.
  /// - Parameters:
  ///   - path: A binding to the values.
  ///   - root: The lowest screen.
  ///   - destination: Returns the screen of a value.
  @inlinable
  public init<Element: Hashable, Destination: View>(
    path: Binding<[Element]>, @ViewBuilder root: () -> Root,
    @ViewBuilder destination: @escaping (Element) -> Destination
  ) {
    let path = Binding(
      get: { ArrayPath(path.wrappedValue) }, set: { path.wrappedValue = $0.elements })
    self.init(path: path, root: root, destination: destination)
  }

  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    if let stack = view.stack {
      stack(&renderer, view.root)
    } else {
      // A closure would copy the root, which contains all modifiers of the screen.
      let host = renderer.beginHost()
      Root._render(view.root, &renderer)
      renderer.endHost(host)
    }
  }
}

extension Renderer {
  @inlinable
  mutating func renderStack<Path: NavigationStackPath, Root: View, Destination: View>(
    _ root: Root, _ path: Binding<Path>, _ destination: @escaping (Path.Element) -> Destination
  ) {
    let place = place
    let outer = state.append
    state.append = { value in
      var changed = path.wrappedValue
      if changed.append(value: value) { path.wrappedValue = changed }
    }
    let host = beginHost()
    showElement(0, of: path, at: place, destination)
    self.place = Place.mix(place, 18)
    Root._render(root, &self)
    endHost(host)
    state.append = outer
    self.place = place
  }

  /// Shows the path's element at `index`, with the next elements on top.
  @inlinable
  mutating func showElement<Path: NavigationStackPath, Destination: View>(
    _ index: Int, of path: Binding<Path>, at place: UInt64,
    _ destination: @escaping (Path.Element) -> Destination
  ) {
    let value = path.wrappedValue
    guard index < value.count else { return }
    show(
      Presentation(
        kind: .pushed, identity: Place.mix(place, value.identity(at: index)),
        content: { renderer in
          let own = renderer.place
          renderer.showElement(index + 1, of: path, at: place, destination)
          renderer.place = Place.mix(own, 19)
          Destination._render(destination(value.element(at: index)), &renderer)
        },
        dismiss: {
          var changed = path.wrappedValue
          guard changed.count > 0 else { return }
          changed.removeLast()
          path.wrappedValue = changed
        }))
  }
}
