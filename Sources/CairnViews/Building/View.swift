/// A piece of a page: a value that says what is shown for a state.
///
/// A view of an application gives its ``body``; the primitives of this module write themselves.
/// Views are made and thrown away for each page, so they hold what they show and nothing else:
/// there is no `@State`, state is the store's.
///
/// ```swift
/// struct Greeting: View {
///   let name: String
///   var body: some View { Text("Hello, \(name)!") }
/// }
/// ```
public protocol View: SendableMetatype {
  /// What this view is made of; `Never` for primitives.
  associatedtype Body: View

  /// What this view is made of.
  @ViewBuilder var body: Body { get }

  /// Writes the view, or collects its handlers, in the order of the page.
  static func _render(_ view: Self, _ renderer: inout Renderer)

  /// Whether two of them can be compared, and so be remembered.
  static var _isComparable: Bool { get }

  /// Whether one is equal to another; false where they can not be compared.
  static func _isEqual(_ view: Self, _ other: Self) -> Bool

  /// Whether sections stand at the view's outermost level, known from its type alone.
  static var _containsSections: Bool { get }

  /// What gives the scene its locations, where the view shows that and nothing beside it.
  static func _root(of view: Self) -> (any _SceneRoot)?
}

/// What gives a scene its locations: the path that a view shows.
public protocol _SceneRoot {}

extension View {
  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.enter(Self.self) else { return }
    defer { renderer.leave() }
    if renderer.tracksBodies {
      return renderer.renderTracked { Body._render(view.body, &$0) }
    }
    Body._render(view.body, &renderer)
  }

  @inlinable
  public static var _isComparable: Bool { false }

  @inlinable
  public static func _isEqual(_ view: Self, _ other: Self) -> Bool { false }

  @inlinable
  public static var _containsSections: Bool { Body._containsSections }

  public static func _root(of view: Self) -> (any _SceneRoot)? { Body._root(of: view.body) }
}

/// The body of a primitive, which has none.
extension Never: View {
  public var body: Never { return preconditionFailure("Never has no body") }

  @inlinable
  public static func _render(_ view: Never, _ renderer: inout Renderer) {}

  public static func _root(of view: Never) -> (any _SceneRoot)? {}

  @inlinable
  public static var _containsSections: Bool { false }
}

/// A view that writes itself.
///
/// Public because inlined code needs it; applications compose primitives and have no use for it.
public protocol _PrimitiveView: View where Body == Never {}

extension _PrimitiveView {
  public var body: Never {
    // Nothing calls the body of a primitive: each has its own `_render`.
    return preconditionFailure("\(Self.self) is a primitive and has no body")
  }

  public static func _root(of view: Self) -> (any _SceneRoot)? { nil }

  @inlinable
  public static var _containsSections: Bool { false }
}
