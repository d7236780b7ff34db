// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CairnViews

// Within a tree the path builders have the names of what they are: those of `PathBuilders`, as methods.

extension NavigationTree {
  /// Builds screens of a type.
  public func Screen<S: CairnScreens.Screen, Content: View, Nesting: PathBuilder>(
    _ type: S.Type, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> ScreenPathBuilder<S, Content, Nesting> {
    PathBuilders.screen(type, onAppear: onAppear, content: content, nesting: nesting)
  }

  /// Builds screens of a type, on which none can stand.
  public func Screen<S: CairnScreens.Screen, Content: View>(
    _ type: S.Type, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content
  ) -> ScreenPathBuilder<S, Content, EmptyPathBuilder> {
    PathBuilders.screen(type, onAppear: onAppear, content: content)
  }

  /// Builds screens of the type that the content shows.
  public func Screen<S: CairnScreens.Screen, Content: View, Nesting: PathBuilder>(
    onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping (S) -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> ScreenPathBuilder<S, Content, Nesting> {
    PathBuilders.screen(onAppear: onAppear, content: content, nesting: nesting)
  }

  /// Builds screens of the type that the content shows, on which none can stand.
  public func Screen<S: CairnScreens.Screen, Content: View>(
    onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping (S) -> Content
  ) -> ScreenPathBuilder<S, Content, EmptyPathBuilder> {
    PathBuilders.screen(onAppear: onAppear, content: content)
  }

  /// Builds one screen, and none that differs from it.
  public func Screen<S: CairnScreens.Screen, Content: View, Nesting: PathBuilder>(
    _ screen: S, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> ScreenPathBuilder<S, Content, Nesting> {
    PathBuilders.screen(screen, onAppear: onAppear, content: content, nesting: nesting)
  }

  /// Builds one screen, and none that differs from it, on which none can stand.
  public func Screen<S: CairnScreens.Screen, Content: View>(
    _ screen: S, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content
  ) -> ScreenPathBuilder<S, Content, EmptyPathBuilder> {
    PathBuilders.screen(screen, onAppear: onAppear, content: content)
  }

  /// Builds one screen in the place of any.
  public func Wildcard<S: CairnScreens.Screen, Base: PathBuilder>(
    screen: S, pathBuilder: Base
  ) -> WildcardPathBuilder<S, Base> {
    PathBuilders.wildcard(screen: screen, pathBuilder: pathBuilder)
  }

  /// Builds what the first builder does that builds the screen.
  public func AnyOf<Builder: PathBuilder>(
    @NavigationTreeBuilder _ builders: () -> Builder
  ) -> Builder {
    builders()
  }

  /// Builds nothing.
  public func Empty() -> EmptyPathBuilder { EmptyPathBuilder() }

  /// Builds a screen with tabs, each with a path of its own.
  public func Tabs<S: CairnScreens.Screen, TabBuilder: PathBuilder>(
    _ type: S.Type, @TabListBuilder _ tabs: @escaping () -> TabList<TabBuilder>
  ) -> TabsPathBuilder<S, TabBuilder> {
    PathBuilders.tabs(type, tabs)
  }

  /// A tab: its first screen, what shows it in the bar, and what can stand on it.
  public func Tab<S: CairnScreens.Screen, Label: View, Content: View, Nesting: PathBuilder>(
    _ screen: S, @ViewBuilder label: @escaping () -> Label,
    @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> TabList<ScreenPathBuilder<S, Content, Nesting>> {
    PathBuilders.tab(screen, label: label, content: content, nesting: nesting)
  }

  /// A tab with a title.
  public func Tab<S: CairnScreens.Screen, Content: View, Nesting: PathBuilder>(
    _ title: String, _ screen: S, @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> TabList<ScreenPathBuilder<S, Content, Nesting>> {
    PathBuilders.tab(title, screen, content: content, nesting: nesting)
  }

  /// A tab with a title, on whose screen none can stand.
  public func Tab<S: CairnScreens.Screen, Content: View>(
    _ title: String, _ screen: S, @ViewBuilder content: @escaping () -> Content
  ) -> TabList<ScreenPathBuilder<S, Content, EmptyPathBuilder>> {
    PathBuilders.tab(title, screen, content: content)
  }
}

// MARK: - Conditions

extension NavigationTree {
  /// Builds by one builder while a condition holds, else by another; it is asked each time.
  public func If<Then: PathBuilder, Else: PathBuilder>(
    _ condition: @escaping () -> Bool, @NavigationTreeBuilder then: @escaping () -> Then,
    @NavigationTreeBuilder `else`: @escaping () -> Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    PathBuilders.if(condition, then: then, else: `else`)
  }

  /// Builds by one builder while a condition holds, else nothing.
  public func If<Then: PathBuilder>(
    _ condition: @escaping () -> Bool, @NavigationTreeBuilder then: @escaping () -> Then
  ) -> ChosenPathBuilder<Then> {
    PathBuilders.if(condition, then: then)
  }

  /// Builds by one builder while a condition holds, else by another.
  public func Conditional<Either: PathBuilder, Or: PathBuilder>(
    either: Either, or: Or, basedOn condition: @escaping () -> Bool
  ) -> EitherPathBuilder<ChosenPathBuilder<Either>, ChosenPathBuilder<Or>> {
    PathBuilders.conditional(either: either, or: or, basedOn: condition)
  }

  /// Builds with a value while there is one, else by another builder.
  public func If<Value, Then: PathBuilder, Else: PathBuilder>(
    `let` value: @escaping () -> Value?, @NavigationTreeBuilder then: @escaping (Value) -> Then,
    @NavigationTreeBuilder `else`: @escaping () -> Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    PathBuilders.if(let: value, then: then, else: `else`)
  }

  /// Builds with a value while there is one, else nothing.
  public func If<Value, Then: PathBuilder>(
    `let` value: @escaping () -> Value?, @NavigationTreeBuilder then: @escaping (Value) -> Then
  ) -> ChosenPathBuilder<Then> {
    PathBuilders.if(let: value, then: then)
  }

  /// Builds with a screen where it is of the closure's type, else by another builder.
  public func If<S: CairnScreens.Screen, Then: PathBuilder, Else: PathBuilder>(
    @NavigationTreeBuilder screen then: @escaping (S) -> Then,
    @NavigationTreeBuilder `else`: @escaping () -> Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    PathBuilders.if(screen: then, else: `else`)
  }

  /// Builds with a screen where it is of the closure's type, else nothing.
  public func If<S: CairnScreens.Screen, Then: PathBuilder>(
    @NavigationTreeBuilder screen then: @escaping (S) -> Then
  ) -> ChosenPathBuilder<Then> {
    PathBuilders.if(screen: then)
  }
}
