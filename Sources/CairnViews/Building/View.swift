/// A part of a page, which describes how a state is displayed.
///
/// A view of an application has a ``body``. The primitive views of this module write their own markup.
///
/// Views are created for each page and then discarded. They contain only what they display, and there's no `@State`.
/// State belongs in a store.
///
/// ```swift
/// struct Greeting: View {
///   let name: String
///   var body: some View { Text("Hello, \(name)!") }
/// }
/// ```
public protocol View: SendableMetatype {
  /// The type of the body, which is `Never` for primitive views.
  associatedtype Body: View

  /// The content of this view.
  @ViewBuilder var body: Body { get }

  /// Writes the view or collects its handlers, in page order.
  static func _render(_ view: Self, _ renderer: inout Renderer)

  /// Whether views of this type can be compared, and their markup can be reused.
  static var _isComparable: Bool { get }

  /// Returns whether two views are equal, or false if they can't be compared.
  static func _isEqual(_ view: Self, _ other: Self) -> Bool

  /// Whether the view has sections at its outermost level, which depends only on its type.
  static var _containsSections: Bool { get }

  /// Returns the path that determines the scene's locations, if the view shows only that path.
  static func _root(of view: Self) -> (any _SceneRoot)?
}

/// A path that determines the locations of a scene.
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

/// The body type of primitive views.
extension Never: View {
  public var body: Never { return preconditionFailure("'Never' has no 'body'") }

  @inlinable
  public static func _render(_ view: Never, _ renderer: inout Renderer) {}

  public static func _root(of view: Never) -> (any _SceneRoot)? {}

  @inlinable
  public static var _containsSections: Bool { false }
}

/// A view that writes its own markup.
///
/// It's public because inlined code needs it. Applications combine existing views instead of conforming to it.
public protocol _PrimitiveView: View where Body == Never {}

extension _PrimitiveView {
  public var body: Never {
    // The renderer doesn't call the body of a primitive, because each primitive has its own `_render`.
    return preconditionFailure("'\(Self.self)' is a primitive view and has no 'body'")
  }

  public static func _root(of view: Self) -> (any _SceneRoot)? { nil }

  @inlinable
  public static var _containsSections: Bool { false }
}
