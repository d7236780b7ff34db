public import CairnViews

/// A path builder for screens of one type or with one value, and for the screens on top of them.
public struct ScreenPathBuilder<S: Screen, Content: View, Nesting: PathBuilder>: PathBuilder {
  let match: (S) -> Bool
  let onAppear: (Bool) -> Void
  let content: (S) -> Content
  let nesting: () -> Nesting

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    guard let screen: S = pathElement.content.unwrap(), match(screen) else { return nil }
    let (content, nesting) = (content, nesting)
    return BuiltScreen(
      screen: pathElement.content, content: { AnyView(content(screen)) },
      successor: { nesting().build(pathElement: $0) }, onAppear: [onAppear])
  }

  public static func _outline(_ outline: inout TreeOutline) {
    outline.add(S.self) { Nesting._outline(&$0) }
  }
}

/// A path builder that builds one screen instead of any other.
public struct WildcardPathBuilder<S: Screen, Base: PathBuilder>: PathBuilder {
  let screen: S
  let base: Base

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    let element = IdentifiedScreen(
      id: pathElement.id, content: screen, hasAppeared: pathElement.hasAppeared)
    guard var built = base.build(pathElement: element) else { return nil }
    built.isWildcard = !(pathElement.content.base is S)
    return built
  }

  public static func _outline(_ outline: inout TreeOutline) { Base._outline(&outline) }
}

/// A path builder for a screen with tabs. It shows one of several screens, and a bar to select them.
public struct TabsPathBuilder<S: Screen, Tabs: PathBuilder>: PathBuilder {
  let tabs: () -> TabList<Tabs>

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    guard pathElement.content.base is S else { return nil }
    let list = tabs()
    return BuiltScreen(
      screen: pathElement.content, content: { AnyView(EmptyView()) },
      successor: { list.builder.build(pathElement: $0) }, tabs: list.tabs)
  }

  public static func _outline(_ outline: inout TreeOutline) {
    outline.add(S.self) { Tabs._outline(&$0) }
  }
}

/// The tabs of a screen, with their path builder.
public struct TabList<Builder: PathBuilder> {
  let builder: Builder
  let tabs: [BuiltTab]
}

/// A result builder for the tabs of a screen.
@resultBuilder
public enum TabListBuilder {
  /// Builds a list from its first tab.
  public static func buildPartialBlock<B: PathBuilder>(first: TabList<B>) -> TabList<B> { first }

  /// Adds a tab to the preceding ones.
  public static func buildPartialBlock<First: PathBuilder, Second: PathBuilder>(
    accumulated: TabList<First>, next: TabList<Second>
  ) -> TabList<EitherPathBuilder<First, Second>> {
    TabList(
      builder: EitherPathBuilder(first: accumulated.builder, second: next.builder),
      tabs: accumulated.tabs + next.tabs)
  }
}
