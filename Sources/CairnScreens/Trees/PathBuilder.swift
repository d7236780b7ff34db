import CairnViews

/// Says which screens can be shown, on which others, and what they show.
///
/// You make path builders in a ``NavigationTree``, or with ``PathBuilders`` elsewhere; conform to
/// `NavigationTree` to make one of your own.
public protocol PathBuilder: SendableMetatype {
  /// What is shown for a screen at this place of a path; nil where it can not stand there.
  func build(pathElement: IdentifiedScreen) -> BuiltScreen?

  /// Adds the screens that can stand at this place to an outline, as far as types tell.
  static func _outline(_ outline: inout TreeOutline)
}

/// A screen with what it shows, and what can stand on it.
public struct BuiltScreen {
  /// The screen that is shown: a wildcard's in the place of any other.
  public let screen: AnyScreen
  /// Makes what is shown.
  let content: () -> AnyView
  /// Builds what stands on it.
  let successor: (IdentifiedScreen) -> BuiltScreen?
  /// Whether it stands for whatever path comes, so that what follows is kept and not shown.
  var isWildcard = false
  /// The tabs of it, where it has some.
  var tabs: [BuiltTab] = []
  /// Told of the screen when it is dismissed.
  var onDismiss: [(AnyScreen) -> Void] = []
  /// Told when it appears, and whether for the first time.
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
/// Alternatives stand below one another; the first that builds a screen is taken.
public protocol NavigationTree: PathBuilder {
  associatedtype Builder: PathBuilder

  @NavigationTreeBuilder var builder: Builder { get }
}

extension NavigationTree {
  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    builder.build(pathElement: pathElement)
  }

  public static func _outline(_ outline: inout TreeOutline) {
    // A tree may stand on a screen of its own.
    outline.enter(Self.self) { Builder._outline(&$0) }
  }
}

/// Joins the alternatives of a place in a tree.
@resultBuilder
public enum NavigationTreeBuilder {
  public static func buildBlock() -> EmptyPathBuilder { EmptyPathBuilder() }

  public static func buildPartialBlock<B: PathBuilder>(first: B) -> B { first }

  public static func buildPartialBlock<First: PathBuilder, Second: PathBuilder>(
    accumulated: First, next: Second
  ) -> EitherPathBuilder<First, Second> {
    EitherPathBuilder(first: accumulated, second: next)
  }

  public static func buildOptional<B: PathBuilder>(_ builder: B?) -> OptionalPathBuilder<B> {
    OptionalPathBuilder(builder: builder)
  }

  public static func buildEither<First: PathBuilder, Second: PathBuilder>(
    first: First
  ) -> EitherPathBuilder<OptionalPathBuilder<First>, OptionalPathBuilder<Second>> {
    EitherPathBuilder(
      first: OptionalPathBuilder(builder: first), second: OptionalPathBuilder(builder: nil))
  }

  public static func buildEither<First: PathBuilder, Second: PathBuilder>(
    second: Second
  ) -> EitherPathBuilder<OptionalPathBuilder<First>, OptionalPathBuilder<Second>> {
    EitherPathBuilder(
      first: OptionalPathBuilder(builder: nil), second: OptionalPathBuilder(builder: second))
  }
}

// MARK: - Builders of builders

/// Builds nothing.
public struct EmptyPathBuilder: PathBuilder {
  public init() {}
  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? { nil }
  public static func _outline(_ outline: inout TreeOutline) {}
}

/// Builds what the first of two builds, else what the second does.
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

/// Builds what a builder does that may be absent.
public struct OptionalPathBuilder<Wrapped: PathBuilder>: PathBuilder {
  let builder: Wrapped?

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    builder?.build(pathElement: pathElement)
  }

  public static func _outline(_ outline: inout TreeOutline) { Wrapped._outline(&outline) }
}

/// Builds what a closure chooses, each time.
public struct ChosenPathBuilder<Chosen: PathBuilder>: PathBuilder {
  let choose: (IdentifiedScreen) -> Chosen?

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    choose(pathElement)?.build(pathElement: pathElement)
  }

  public static func _outline(_ outline: inout TreeOutline) { Chosen._outline(&outline) }
}

/// Changes what a builder builds.
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

/// A path builder that stands on itself.
public struct CircularPathBuilder<Base: PathBuilder>: PathBuilder {
  let base: () -> Base

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    base().build(pathElement: pathElement)
  }

  public static func _outline(_ outline: inout TreeOutline) { Base._outline(&outline) }
}
