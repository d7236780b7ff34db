public import CairnViews

/// Functions that create path builders outside of a ``NavigationTree``.
///
/// For example, `PathBuilders.screen` corresponds to `Screen` in a tree.
public enum PathBuilders {
  /// Builds all screens of a type.
  ///
  /// - Parameters:
  ///   - type: The type of the screens.
  ///   - onAppear: A closure to call for each page that shows the screen. Its argument is true if the screen
  ///     hasn't appeared before.
  ///   - content: The view of the screen.
  ///   - nesting: Builds the screens that can be on top of the screen.
  public static func screen<S: Screen, Content: View, Nesting: PathBuilder>(
    _ type: S.Type, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> ScreenPathBuilder<S, Content, Nesting> {
    ScreenPathBuilder(
      match: { _ in true }, onAppear: onAppear, content: { _ in content() }, nesting: nesting)
  }

  /// Builds all screens of a type, with no screens on top of them.
  ///
  /// - Parameters:
  ///   - type: The type of the screens.
  ///   - onAppear: A closure to call for each page that shows the screen. Its argument is true if the screen
  ///     hasn't appeared before.
  ///   - content: The view of the screen.
  public static func screen<S: Screen, Content: View>(
    _ type: S.Type, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content
  ) -> ScreenPathBuilder<S, Content, EmptyPathBuilder> {
    screen(type, onAppear: onAppear, content: content, nesting: {})
  }

  /// Builds all screens of the type that the content closure takes.
  ///
  /// - Parameters:
  ///   - onAppear: A closure to call for each page that shows the screen. Its argument is true if the screen
  ///     hasn't appeared before.
  ///   - content: Returns the view of a screen.
  ///   - nesting: Builds the screens that can be on top of the screen.
  public static func screen<S: Screen, Content: View, Nesting: PathBuilder>(
    onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping (S) -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> ScreenPathBuilder<S, Content, Nesting> {
    ScreenPathBuilder(
      match: { _ in true }, onAppear: onAppear, content: content, nesting: nesting)
  }

  /// Builds all screens of the type that the content closure takes, with no screens on top of them.
  ///
  /// - Parameters:
  ///   - onAppear: A closure to call for each page that shows the screen. Its argument is true if the screen
  ///     hasn't appeared before.
  ///   - content: Returns the view of a screen.
  public static func screen<S: Screen, Content: View>(
    onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping (S) -> Content
  ) -> ScreenPathBuilder<S, Content, EmptyPathBuilder> {
    screen(onAppear: onAppear, content: content, nesting: {})
  }

  /// Builds a screen only if it equals the given screen.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - onAppear: A closure to call for each page that shows the screen. Its argument is true if the screen
  ///     hasn't appeared before.
  ///   - content: The view of the screen.
  ///   - nesting: Builds the screens that can be on top of the screen.
  public static func screen<S: Screen, Content: View, Nesting: PathBuilder>(
    _ screen: S, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> ScreenPathBuilder<S, Content, Nesting> {
    ScreenPathBuilder(
      match: { $0 == screen }, onAppear: onAppear, content: { _ in content() }, nesting: nesting)
  }

  /// Builds a screen only if it equals the given screen, with no screens on top of it.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - onAppear: A closure to call for each page that shows the screen. Its argument is true if the screen
  ///     hasn't appeared before.
  ///   - content: The view of the screen.
  public static func screen<S: Screen, Content: View>(
    _ screen: S, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content
  ) -> ScreenPathBuilder<S, Content, EmptyPathBuilder> {
    self.screen(screen, onAppear: onAppear, content: content, nesting: {})
  }

  /// Builds one screen instead of any other, such as a sign-in screen.
  ///
  /// The requested screens stay on the path. They're shown when another builder builds them.
  ///
  /// - Parameters:
  ///   - screen: The screen to show.
  ///   - pathBuilder: Builds the screen to show.
  public static func wildcard<S: Screen, Base: PathBuilder>(
    screen: S, pathBuilder: Base
  ) -> WildcardPathBuilder<S, Base> {
    WildcardPathBuilder(screen: screen, base: pathBuilder)
  }

  /// Builds a screen with the first builder in a group that can build it.
  public static func anyOf<Builder: PathBuilder>(
    @NavigationTreeBuilder _ builders: () -> Builder
  ) -> Builder {
    builders()
  }

  /// Builds nothing.
  public static var empty: EmptyPathBuilder { EmptyPathBuilder() }

  /// Builds with one builder if a condition is true, and otherwise with another builder.
  ///
  /// The condition is evaluated each time.
  public static func `if`<Then: PathBuilder, Else: PathBuilder>(
    _ condition: @escaping () -> Bool, @NavigationTreeBuilder then: @escaping () -> Then,
    @NavigationTreeBuilder `else`: @escaping () -> Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    EitherPathBuilder(
      first: ChosenPathBuilder { _ in condition() ? then() : nil },
      second: ChosenPathBuilder { _ in condition() ? nil : `else`() })
  }

  /// Builds with a builder if a condition is true, and otherwise builds nothing. The condition is evaluated
  /// each time.
  public static func `if`<Then: PathBuilder>(
    _ condition: @escaping () -> Bool, @NavigationTreeBuilder then: @escaping () -> Then
  ) -> ChosenPathBuilder<Then> {
    ChosenPathBuilder { _ in condition() ? then() : nil }
  }

  /// Builds with one builder if a condition is true, and otherwise with another builder.
  ///
  /// The condition is evaluated each time.
  public static func `if`<Then: PathBuilder, Else: PathBuilder>(
    _ condition: @escaping () -> Bool, then: Then, `else`: Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    self.if(condition, then: { then }, else: { `else` })
  }

  /// Builds with a builder if a condition is true, and otherwise builds nothing. The condition is evaluated
  /// each time.
  public static func `if`<Then: PathBuilder>(
    _ condition: @escaping () -> Bool, then: Then
  ) -> ChosenPathBuilder<Then> {
    self.if(condition, then: { then })
  }

  /// Builds with one builder if a condition is true, and otherwise with another builder.
  ///
  /// The condition is evaluated each time.
  public static func conditional<Either: PathBuilder, Or: PathBuilder>(
    either: Either, or: Or, basedOn condition: @escaping () -> Bool
  ) -> EitherPathBuilder<ChosenPathBuilder<Either>, ChosenPathBuilder<Or>> {
    self.if(condition, then: { either }, else: { or })
  }

  /// Builds with a value if there is one, and otherwise with another builder. The value is evaluated each time.
  public static func `if`<Value, Then: PathBuilder, Else: PathBuilder>(
    `let` value: @escaping () -> Value?, @NavigationTreeBuilder then: @escaping (Value) -> Then,
    @NavigationTreeBuilder `else`: @escaping () -> Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    EitherPathBuilder(
      first: ChosenPathBuilder { _ in value().map(then) },
      second: ChosenPathBuilder { _ in value() == nil ? `else`() : nil })
  }

  /// Builds with a value if there is one, and otherwise builds nothing. The value is evaluated each time.
  public static func `if`<Value, Then: PathBuilder>(
    `let` value: @escaping () -> Value?, @NavigationTreeBuilder then: @escaping (Value) -> Then
  ) -> ChosenPathBuilder<Then> {
    ChosenPathBuilder { _ in value().map(then) }
  }

  /// Builds with a screen if it has the type that the closure takes, and otherwise with another builder.
  public static func `if`<S: Screen, Then: PathBuilder, Else: PathBuilder>(
    @NavigationTreeBuilder screen then: @escaping (S) -> Then,
    @NavigationTreeBuilder `else`: @escaping () -> Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    EitherPathBuilder(
      first: ChosenPathBuilder { $0.content.unwrap(S.self).map(then) },
      second: ChosenPathBuilder { $0.content.is(S.self) ? nil : `else`() })
  }

  /// Builds with a screen if it has the type that the closure takes, and otherwise builds nothing.
  public static func `if`<S: Screen, Then: PathBuilder>(
    @NavigationTreeBuilder screen then: @escaping (S) -> Then
  ) -> ChosenPathBuilder<Then> {
    ChosenPathBuilder { $0.content.unwrap(S.self).map(then) }
  }

  /// Builds with a value if there is one, and otherwise with another builder. The value is evaluated each time.
  public static func `if`<Value, Then: PathBuilder, Else: PathBuilder>(
    `let` value: @escaping () -> Value?, @NavigationTreeBuilder then: @escaping (Value) -> Then,
    `else`: Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    self.if(let: value, then: then, else: { `else` })
  }

  /// Builds with a screen if it has the type that the closure takes, and otherwise with another builder.
  public static func `if`<S: Screen, Then: PathBuilder, Else: PathBuilder>(
    @NavigationTreeBuilder screen then: @escaping (S) -> Then, `else`: Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    self.if(screen: then, else: { `else` })
  }

  /// Builds a screen with tabs, each of which has its own path. See ``tab(_:label:content:nesting:)``.
  public static func tabs<S: Screen, Tabs: PathBuilder>(
    _ type: S.Type, @TabListBuilder _ tabs: @escaping () -> TabList<Tabs>
  ) -> TabsPathBuilder<S, Tabs> {
    TabsPathBuilder(tabs: tabs)
  }

  /// Builds a tab.
  ///
  /// - Parameters:
  ///   - screen: The first screen of the tab.
  ///   - label: The label of the tab in the bar.
  ///   - content: The view of the first screen.
  ///   - nesting: Builds the screens that can be on top of the first screen.
  public static func tab<S: Screen, Label: View, Content: View, Nesting: PathBuilder>(
    _ screen: S, @ViewBuilder label: @escaping () -> Label,
    @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> TabList<ScreenPathBuilder<S, Content, Nesting>> {
    TabList(
      builder: self.screen(screen, content: content, nesting: nesting),
      tabs: [BuiltTab(screen: AnyScreen(screen), label: { AnyView(label()) })])
  }

  /// Builds a tab with a title.
  ///
  /// - Parameters:
  ///   - title: The title of the tab in the bar.
  ///   - screen: The first screen of the tab.
  ///   - content: The view of the first screen.
  ///   - nesting: Builds the screens that can be on top of the first screen.
  public static func tab<S: Screen, Content: View, Nesting: PathBuilder>(
    _ title: LocalizedStringKey, _ screen: S, @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> TabList<ScreenPathBuilder<S, Content, Nesting>> {
    tab(screen, label: { Text(title) }, content: content, nesting: nesting)
  }

  /// Builds a tab with a title, with no screens on top of its first screen.
  ///
  /// - Parameters:
  ///   - title: The title of the tab in the bar.
  ///   - screen: The first screen of the tab.
  ///   - content: The view of the first screen.
  public static func tab<S: Screen, Content: View>(
    _ title: LocalizedStringKey, _ screen: S, @ViewBuilder content: @escaping () -> Content
  ) -> TabList<ScreenPathBuilder<S, Content, EmptyPathBuilder>> {
    tab(title, screen, content: content, nesting: {})
  }

  /// Builds a tab with a title that isn't looked up in a string catalog.
  ///
  /// - Parameters:
  ///   - title: The title of the tab in the bar.
  ///   - screen: The first screen of the tab.
  ///   - content: The view of the first screen.
  ///   - nesting: Builds the screens that can be on top of the first screen.
  @_disfavoredOverload
  public static func tab<S: Screen, Content: View, Nesting: PathBuilder>(
    _ title: String, _ screen: S, @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> TabList<ScreenPathBuilder<S, Content, Nesting>> {
    tab(LocalizedStringKey(verbatim: title), screen, content: content, nesting: nesting)
  }

  /// Builds a tab with a title that isn't looked up in a string catalog, with no screens on top of its first screen.
  ///
  /// - Parameters:
  ///   - title: The title of the tab in the bar.
  ///   - screen: The first screen of the tab.
  ///   - content: The view of the first screen.
  @_disfavoredOverload
  public static func tab<S: Screen, Content: View>(
    _ title: String, _ screen: S, @ViewBuilder content: @escaping () -> Content
  ) -> TabList<ScreenPathBuilder<S, Content, EmptyPathBuilder>> {
    tab(LocalizedStringKey(verbatim: title), screen, content: content)
  }
}

// MARK: - Modifiers

extension PathBuilder {
  /// Calls a closure when a screen of this builder is dismissed.
  ///
  /// A screen is dismissed if it disappears while the screen below it stays. It may have been removed, or the
  /// tree may no longer build it. If this builder contains a condition, that includes screens that the
  /// condition removes.
  public func onDismiss(
    perform: @escaping (_ screen: AnyScreen) -> Void
  ) -> ModifiedPathBuilder<Self> {
    ModifiedPathBuilder(base: self) { $0.onDismiss.append(perform) }
  }

  /// Calls a closure when a screen of the closure's type is dismissed.
  public func onDismiss<S: Screen>(
    perform: @escaping (_ screen: S) -> Void
  ) -> ModifiedPathBuilder<Self> {
    onDismiss { (screen: AnyScreen) in
      if let screen: S = screen.unwrap() { perform(screen) }
    }
  }

  /// Calls a closure when a screen of the given type is dismissed.
  public func onDismiss<S: Screen>(
    of type: S.Type, perform: @escaping () -> Void
  ) -> ModifiedPathBuilder<Self> {
    onDismiss { (_: S) in perform() }
  }

  /// Calls a closure before each build of a screen, which happens for each page and each request.
  public func beforeBuild(perform: @escaping () -> Void) -> ChosenPathBuilder<Self> {
    ChosenPathBuilder { _ in
      perform()
      return self
    }
  }

  /// Returns a builder that can be nested in itself, without a type that contains itself.
  ///
  /// ```swift
  /// struct StopTree: NavigationTree {
  ///   var builder: some PathBuilder {
  ///     Screen { (screen: StopScreen) in
  ///       StopView(stop: screen.stop)
  ///     } nesting: {
  ///       StopTree().eraseCircularNavigationPath()
  ///     }
  ///   }
  /// }
  /// ```
  public func eraseCircularNavigationPath() -> CircularPathBuilder<Self> {
    CircularPathBuilder { self }
  }
}
