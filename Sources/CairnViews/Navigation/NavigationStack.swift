/// A place in which screens are pushed one over another.
///
/// Only the topmost is shown, with a Back button named for the one below. Drill-downs
/// (`.navigationDestination(item:)`) inside replace what stands in the stack; a path gives the
/// screens explicitly.
public struct NavigationStack<Root: View>: _PrimitiveView {
  @usableFromInline let root: Root
  @usableFromInline let stack: ((inout Renderer, Root) -> Void)?

  /// A stack whose screens are pushed from within.
  @inlinable
  public init(@ViewBuilder root: () -> Root) {
    self.root = root()
    stack = nil
  }

  /// A stack whose screens are those of `path`, above `root`.
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

  /// A stack whose screens are the values of `path`, above `root`.
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
      let root = view.root
      renderer.hostScreens { Root._render(root, &$0) }
    }
  }
}

extension Renderer {
  @usableFromInline
  mutating func hostScreens(_ content: (inout Renderer) -> Void) { host(content) }

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
    hostScreens { renderer in
      renderer.showElement(0, of: path, at: place, destination)
      renderer.place = Place.mix(place, 18)
      Root._render(root, &renderer)
    }
    state.append = outer
    self.place = place
  }

  /// Shows the element at `index` of the path, and above it the next.
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
