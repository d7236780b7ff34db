import CairnViews

/// A declaration of the screens that can be shown, of the screens on top of them, and of their views.
///
/// Create path builders in a ``NavigationTree``, or elsewhere with ``PathBuilders``. To declare your own,
/// conform to `NavigationTree`.
public protocol PathBuilder: SendableMetatype {
  /// Returns the built screen for an element of a path, or `nil` if this builder doesn't build it at this
  /// position.
  func build(pathElement: IdentifiedScreen) -> BuiltScreen?

  /// Adds the screens that are possible at this position to an outline, as far as types reveal them.
  static func _outline(_ outline: inout TreeOutline)
}

/// A screen with its view, and with a builder of the screens on top of it.
public struct BuiltScreen {
  /// The screen that is shown. A wildcard shows its own screen instead of any other.
  public let screen: AnyScreen
  /// Creates the view.
  var content: () -> AnyView
  /// Builds the screen on top of this one.
  let successor: (IdentifiedScreen) -> BuiltScreen?
  /// Whether the screen is shown instead of any path. The screens of that path are kept, but not shown.
  var isWildcard = false
  /// Whether a closed guard shows another view instead of the screen's own. It also covers the screens on top.
  var isGuarded = false
  /// The tabs of the screen, which are empty if it has no tabs.
  var tabs: [BuiltTab] = []
  /// The closures to call with the screen when it's dismissed.
  var onDismiss: [(AnyScreen) -> Void] = []
  /// The closures to call when the screen appears. Their argument is whether it appears for the first time.
  var onAppear: [(Bool) -> Void] = []
}

/// A tab of a screen.
struct BuiltTab {
  let screen: AnyScreen
  let label: () -> AnyView
}

/// All paths of an application, or of a part of it.
///
/// ```swift
/// struct TrainsTree: NavigationTree {
///   var builder: some PathBuilder {
///     Screen(HomeScreen.self) {
///       HomeView()
///     } nesting: {
///       If { (screen: DetailScreen) in
///         Screen(DetailScreen.self) { DetailView(id: screen.id) }
///       }
///       SettingsScreen.Builder()
///     }
///   }
/// }
/// ```
/// List alternatives one below another. The first one that builds a screen is used.
public protocol NavigationTree: PathBuilder {
  /// The type of ``builder``.
  associatedtype Builder: PathBuilder

  /// The builder of the screens of the tree.
  @NavigationTreeBuilder var builder: Builder { get }
}

extension NavigationTree {
  /// Builds a screen with ``builder``.
  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    builder.build(pathElement: pathElement)
  }

  public static func _outline(_ outline: inout TreeOutline) {
    // A tree can be nested in one of its own screens.
    outline.enter(Self.self) { Builder._outline(&$0) }
  }
}

/// A result builder for the alternatives at a position of a tree.
@resultBuilder
public enum NavigationTreeBuilder {
  /// Builds an empty tree.
  public static func buildBlock() -> EmptyPathBuilder { EmptyPathBuilder() }

  /// Builds a tree from its first alternative.
  public static func buildPartialBlock<B: PathBuilder>(first: B) -> B { first }

  /// Adds an alternative to the preceding ones.
  public static func buildPartialBlock<First: PathBuilder, Second: PathBuilder>(
    accumulated: First, next: Second
  ) -> EitherPathBuilder<First, Second> {
    EitherPathBuilder(first: accumulated, second: next)
  }

  /// Builds the result of an `if` without `else`.
  public static func buildOptional<B: PathBuilder>(_ builder: B?) -> OptionalPathBuilder<B> {
    OptionalPathBuilder(builder: builder)
  }

  /// Builds the first branch of an `if` with `else`, or of a `switch`.
  public static func buildEither<First: PathBuilder, Second: PathBuilder>(
    first: First
  ) -> EitherPathBuilder<OptionalPathBuilder<First>, OptionalPathBuilder<Second>> {
    EitherPathBuilder(
      first: OptionalPathBuilder(builder: first), second: OptionalPathBuilder(builder: nil))
  }

  /// Builds the second branch of an `if` with `else`, or of a `switch`.
  public static func buildEither<First: PathBuilder, Second: PathBuilder>(
    second: Second
  ) -> EitherPathBuilder<OptionalPathBuilder<First>, OptionalPathBuilder<Second>> {
    EitherPathBuilder(
      first: OptionalPathBuilder(builder: nil), second: OptionalPathBuilder(builder: second))
  }
}

// MARK: - Builders of builders

/// A path builder that builds nothing.
public struct EmptyPathBuilder: PathBuilder {
  /// Creates a path builder that builds nothing.
  public init() {}
  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? { nil }
  public static func _outline(_ outline: inout TreeOutline) {}
}

/// A path builder that uses the second of two builders if the first one doesn't build a screen.
public struct EitherPathBuilder<First: PathBuilder, Second: PathBuilder>: PathBuilder {
  let first: First
  let second: Second

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    first.build(pathElement: pathElement) ?? second.build(pathElement: pathElement)
  }

  public static func _outline(_ outline: inout TreeOutline) {
    First._outline(&outline)
    Second._outline(&outline)
  }
}

/// A path builder that may be absent.
public struct OptionalPathBuilder<Wrapped: PathBuilder>: PathBuilder {
  let builder: Wrapped?

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    builder?.build(pathElement: pathElement)
  }

  public static func _outline(_ outline: inout TreeOutline) { Wrapped._outline(&outline) }
}

/// A path builder that a closure chooses for each build.
public struct ChosenPathBuilder<Chosen: PathBuilder>: PathBuilder {
  let choose: (IdentifiedScreen) -> Chosen?

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    choose(pathElement)?.build(pathElement: pathElement)
  }

  public static func _outline(_ outline: inout TreeOutline) { Chosen._outline(&outline) }
}

/// A path builder that changes the screens that another builder builds.
public struct ModifiedPathBuilder<Base: PathBuilder>: PathBuilder {
  let base: Base
  let change: (inout BuiltScreen) -> Void

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    guard var built = base.build(pathElement: pathElement) else { return nil }
    change(&built)
    return built
  }

  public static func _outline(_ outline: inout TreeOutline) { Base._outline(&outline) }
}

/// A path builder that can be nested in itself.
public struct CircularPathBuilder<Base: PathBuilder>: PathBuilder {
  let base: () -> Base

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    base().build(pathElement: pathElement)
  }

  public static func _outline(_ outline: inout TreeOutline) { Base._outline(&outline) }
}
