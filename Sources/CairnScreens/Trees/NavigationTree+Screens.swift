// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CairnViews

// In a tree, path builders have short names. Each method corresponds to a function of `PathBuilders`.

extension NavigationTree {
  /// Builds all screens of a type.
  ///
  /// - Parameters:
  ///   - type: The type of the screens.
  ///   - onAppear: A closure to call for each page that shows the screen. Its argument is true if the screen
  ///     hasn't appeared before.
  ///   - content: The view of the screen.
  ///   - nesting: Builds the screens that can be on top of the screen.
  public func Screen<S: CairnScreens.Screen, Content: View, Nesting: PathBuilder>(
    _ type: S.Type, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> ScreenPathBuilder<S, Content, Nesting> {
    PathBuilders.screen(type, onAppear: onAppear, content: content, nesting: nesting)
  }

  /// Builds all screens of a type, with no screens on top of them.
  ///
  /// - Parameters:
  ///   - type: The type of the screens.
  ///   - onAppear: A closure to call for each page that shows the screen. Its argument is true if the screen
  ///     hasn't appeared before.
  ///   - content: The view of the screen.
  public func Screen<S: CairnScreens.Screen, Content: View>(
    _ type: S.Type, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content
  ) -> ScreenPathBuilder<S, Content, EmptyPathBuilder> {
    PathBuilders.screen(type, onAppear: onAppear, content: content)
  }

  /// Builds all screens of the type that the content closure takes.
  ///
  /// - Parameters:
  ///   - onAppear: A closure to call for each page that shows the screen. Its argument is true if the screen
  ///     hasn't appeared before.
  ///   - content: Returns the view of a screen.
  ///   - nesting: Builds the screens that can be on top of the screen.
  public func Screen<S: CairnScreens.Screen, Content: View, Nesting: PathBuilder>(
    onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping (S) -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> ScreenPathBuilder<S, Content, Nesting> {
    PathBuilders.screen(onAppear: onAppear, content: content, nesting: nesting)
  }

  /// Builds all screens of the type that the content closure takes, with no screens on top of them.
  ///
  /// - Parameters:
  ///   - onAppear: A closure to call for each page that shows the screen. Its argument is true if the screen
  ///     hasn't appeared before.
  ///   - content: Returns the view of a screen.
  public func Screen<S: CairnScreens.Screen, Content: View>(
    onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping (S) -> Content
  ) -> ScreenPathBuilder<S, Content, EmptyPathBuilder> {
    PathBuilders.screen(onAppear: onAppear, content: content)
  }

  /// Builds a screen only if it equals the given screen.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - onAppear: A closure to call for each page that shows the screen. Its argument is true if the screen
  ///     hasn't appeared before.
  ///   - content: The view of the screen.
  ///   - nesting: Builds the screens that can be on top of the screen.
  public func Screen<S: CairnScreens.Screen, Content: View, Nesting: PathBuilder>(
    _ screen: S, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> ScreenPathBuilder<S, Content, Nesting> {
    PathBuilders.screen(screen, onAppear: onAppear, content: content, nesting: nesting)
  }

  /// Builds a screen only if it equals the given screen, with no screens on top of it.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - onAppear: A closure to call for each page that shows the screen. Its argument is true if the screen
  ///     hasn't appeared before.
  ///   - content: The view of the screen.
  public func Screen<S: CairnScreens.Screen, Content: View>(
    _ screen: S, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content
  ) -> ScreenPathBuilder<S, Content, EmptyPathBuilder> {
    PathBuilders.screen(screen, onAppear: onAppear, content: content)
  }

  /// Builds one screen instead of any other.
  ///
  /// - Parameters:
  ///   - screen: The screen to show. The requested screens stay on the path.
  ///   - pathBuilder: Builds the screen to show.
  public func Wildcard<S: CairnScreens.Screen, Base: PathBuilder>(
    screen: S, pathBuilder: Base
  ) -> WildcardPathBuilder<S, Base> {
    PathBuilders.wildcard(screen: screen, pathBuilder: pathBuilder)
  }

  /// Builds a screen with the first builder in a group that can build it.
  public func AnyOf<Builder: PathBuilder>(
    @NavigationTreeBuilder _ builders: () -> Builder
  ) -> Builder {
    builders()
  }

  /// Builds nothing.
  public func Empty() -> EmptyPathBuilder { EmptyPathBuilder() }

  /// Builds a screen with tabs, each of which has its own path.
  ///
  /// - Parameters:
  ///   - type: The type of the screen.
  ///   - tabs: The tabs.
  public func Tabs<S: CairnScreens.Screen, TabBuilder: PathBuilder>(
    _ type: S.Type, @TabListBuilder _ tabs: @escaping () -> TabList<TabBuilder>
  ) -> TabsPathBuilder<S, TabBuilder> {
    PathBuilders.tabs(type, tabs)
  }

  /// Builds a tab.
  ///
  /// - Parameters:
  ///   - screen: The first screen of the tab.
  ///   - label: The label of the tab in the bar.
  ///   - content: The view of the first screen.
  ///   - nesting: Builds the screens that can be on top of the first screen.
  public func Tab<S: CairnScreens.Screen, Label: View, Content: View, Nesting: PathBuilder>(
    _ screen: S, @ViewBuilder label: @escaping () -> Label,
    @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> TabList<ScreenPathBuilder<S, Content, Nesting>> {
    PathBuilders.tab(screen, label: label, content: content, nesting: nesting)
  }

  /// Builds a tab with a title.
  ///
  /// - Parameters:
  ///   - title: The title of the tab in the bar.
  ///   - screen: The first screen of the tab.
  ///   - content: The view of the first screen.
  ///   - nesting: Builds the screens that can be on top of the first screen.
  public func Tab<S: CairnScreens.Screen, Content: View, Nesting: PathBuilder>(
    _ title: LocalizedStringKey, _ screen: S, @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> TabList<ScreenPathBuilder<S, Content, Nesting>> {
    PathBuilders.tab(title, screen, content: content, nesting: nesting)
  }

  /// Builds a tab with a title, with no screens on top of its first screen.
  ///
  /// - Parameters:
  ///   - title: The title of the tab in the bar.
  ///   - screen: The first screen of the tab.
  ///   - content: The view of the first screen.
  public func Tab<S: CairnScreens.Screen, Content: View>(
    _ title: LocalizedStringKey, _ screen: S, @ViewBuilder content: @escaping () -> Content
  ) -> TabList<ScreenPathBuilder<S, Content, EmptyPathBuilder>> {
    PathBuilders.tab(title, screen, content: content)
  }

  /// Builds a tab with a title that isn't looked up in a string catalog.
  ///
  /// - Parameters:
  ///   - title: The title of the tab in the bar.
  ///   - screen: The first screen of the tab.
  ///   - content: The view of the first screen.
  ///   - nesting: Builds the screens that can be on top of the first screen.
  @_disfavoredOverload
  public func Tab<S: CairnScreens.Screen, Content: View, Nesting: PathBuilder>(
    _ title: String, _ screen: S, @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> TabList<ScreenPathBuilder<S, Content, Nesting>> {
    PathBuilders.tab(
      LocalizedStringKey(verbatim: title), screen, content: content, nesting: nesting)
  }

  /// Builds a tab with a title that isn't looked up in a string catalog, with no screens on top of its first screen.
  ///
  /// - Parameters:
  ///   - title: The title of the tab in the bar.
  ///   - screen: The first screen of the tab.
  ///   - content: The view of the first screen.
  @_disfavoredOverload
  public func Tab<S: CairnScreens.Screen, Content: View>(
    _ title: String, _ screen: S, @ViewBuilder content: @escaping () -> Content
  ) -> TabList<ScreenPathBuilder<S, Content, EmptyPathBuilder>> {
    PathBuilders.tab(LocalizedStringKey(verbatim: title), screen, content: content)
  }
}

// MARK: - Conditions

extension NavigationTree {
  /// Builds with one builder if a condition is true, and otherwise with another builder.
  ///
  /// The condition is evaluated each time.
  public func If<Then: PathBuilder, Else: PathBuilder>(
    _ condition: @escaping () -> Bool, @NavigationTreeBuilder then: @escaping () -> Then,
    @NavigationTreeBuilder `else`: @escaping () -> Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    PathBuilders.if(condition, then: then, else: `else`)
  }

  /// Builds with a builder if a condition is true, and otherwise builds nothing. The condition is evaluated
  /// each time.
  public func If<Then: PathBuilder>(
    _ condition: @escaping () -> Bool, @NavigationTreeBuilder then: @escaping () -> Then
  ) -> ChosenPathBuilder<Then> {
    PathBuilders.if(condition, then: then)
  }

  /// Builds with one builder if a condition is true, and otherwise with another builder.
  ///
  /// The condition is evaluated each time.
  public func Conditional<Either: PathBuilder, Or: PathBuilder>(
    either: Either, or: Or, basedOn condition: @escaping () -> Bool
  ) -> EitherPathBuilder<ChosenPathBuilder<Either>, ChosenPathBuilder<Or>> {
    PathBuilders.conditional(either: either, or: or, basedOn: condition)
  }

  /// Builds with a value if there is one, and otherwise with another builder. The value is evaluated each time.
  public func If<Value, Then: PathBuilder, Else: PathBuilder>(
    `let` value: @escaping () -> Value?, @NavigationTreeBuilder then: @escaping (Value) -> Then,
    @NavigationTreeBuilder `else`: @escaping () -> Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    PathBuilders.if(let: value, then: then, else: `else`)
  }

  /// Builds with a value if there is one, and otherwise builds nothing. The value is evaluated each time.
  public func If<Value, Then: PathBuilder>(
    `let` value: @escaping () -> Value?, @NavigationTreeBuilder then: @escaping (Value) -> Then
  ) -> ChosenPathBuilder<Then> {
    PathBuilders.if(let: value, then: then)
  }

  /// Builds with a screen if it has the type that the closure takes, and otherwise with another builder.
  public func If<S: CairnScreens.Screen, Then: PathBuilder, Else: PathBuilder>(
    @NavigationTreeBuilder screen then: @escaping (S) -> Then,
    @NavigationTreeBuilder `else`: @escaping () -> Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    PathBuilders.if(screen: then, else: `else`)
  }

  /// Builds with a screen if it has the type that the closure takes, and otherwise builds nothing.
  public func If<S: CairnScreens.Screen, Then: PathBuilder>(
    @NavigationTreeBuilder screen then: @escaping (S) -> Then
  ) -> ChosenPathBuilder<Then> {
    PathBuilders.if(screen: then)
  }
}
