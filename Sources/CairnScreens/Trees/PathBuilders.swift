public import CairnViews

/// Makes path builders outside of a ``NavigationTree``, where their names are free: `PathBuilders.screen`
/// is a tree's `Screen`.
public enum PathBuilders {
  /// Builds screens of a type.
  public static func screen<S: Screen, Content: View, Nesting: PathBuilder>(
    _ type: S.Type, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> ScreenPathBuilder<S, Content, Nesting> {
    ScreenPathBuilder(
      match: { _ in true }, onAppear: onAppear, content: { _ in content() }, nesting: nesting)
  }

  /// Builds screens of a type, on which none can stand.
  public static func screen<S: Screen, Content: View>(
    _ type: S.Type, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content
  ) -> ScreenPathBuilder<S, Content, EmptyPathBuilder> {
    screen(type, onAppear: onAppear, content: content, nesting: {})
  }

  /// Builds screens of the type that the content shows.
  public static func screen<S: Screen, Content: View, Nesting: PathBuilder>(
    onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping (S) -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> ScreenPathBuilder<S, Content, Nesting> {
    ScreenPathBuilder(
      match: { _ in true }, onAppear: onAppear, content: content, nesting: nesting)
  }

  /// Builds screens of the type that the content shows, on which none can stand.
  public static func screen<S: Screen, Content: View>(
    onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping (S) -> Content
  ) -> ScreenPathBuilder<S, Content, EmptyPathBuilder> {
    screen(onAppear: onAppear, content: content, nesting: {})
  }

  /// Builds one screen, and none that differs from it.
  public static func screen<S: Screen, Content: View, Nesting: PathBuilder>(
    _ screen: S, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> ScreenPathBuilder<S, Content, Nesting> {
    ScreenPathBuilder(
      match: { $0 == screen }, onAppear: onAppear, content: { _ in content() }, nesting: nesting)
  }

  /// Builds one screen, and none that differs from it, on which none can stand.
  public static func screen<S: Screen, Content: View>(
    _ screen: S, onAppear: @escaping (_ isFirst: Bool) -> Void = { _ in },
    @ViewBuilder content: @escaping () -> Content
  ) -> ScreenPathBuilder<S, Content, EmptyPathBuilder> {
    self.screen(screen, onAppear: onAppear, content: content, nesting: {})
  }

  /// Builds one screen in the place of any, such as that of a sign-in: what was asked for stays on the
  /// path, and is shown when something else builds it.
  public static func wildcard<S: Screen, Base: PathBuilder>(
    screen: S, pathBuilder: Base
  ) -> WildcardPathBuilder<S, Base> {
    WildcardPathBuilder(screen: screen, base: pathBuilder)
  }

  /// Builds what the first builder does that builds the screen.
  public static func anyOf<Builder: PathBuilder>(
    @NavigationTreeBuilder _ builders: () -> Builder
  ) -> Builder {
    builders()
  }

  /// Builds nothing.
  public static var empty: EmptyPathBuilder { EmptyPathBuilder() }

  /// Builds by one builder while a condition holds, else by another; it is asked each time.
  public static func `if`<Then: PathBuilder, Else: PathBuilder>(
    _ condition: @escaping () -> Bool, @NavigationTreeBuilder then: @escaping () -> Then,
    @NavigationTreeBuilder `else`: @escaping () -> Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    EitherPathBuilder(
      first: ChosenPathBuilder { _ in condition() ? then() : nil },
      second: ChosenPathBuilder { _ in condition() ? nil : `else`() })
  }

  /// Builds by one builder while a condition holds, else nothing.
  public static func `if`<Then: PathBuilder>(
    _ condition: @escaping () -> Bool, @NavigationTreeBuilder then: @escaping () -> Then
  ) -> ChosenPathBuilder<Then> {
    ChosenPathBuilder { _ in condition() ? then() : nil }
  }

  /// Builds by one builder while a condition holds, else by another.
  public static func `if`<Then: PathBuilder, Else: PathBuilder>(
    _ condition: @escaping () -> Bool, then: Then, `else`: Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    self.if(condition, then: { then }, else: { `else` })
  }

  /// Builds by a builder while a condition holds, else nothing.
  public static func `if`<Then: PathBuilder>(
    _ condition: @escaping () -> Bool, then: Then
  ) -> ChosenPathBuilder<Then> {
    self.if(condition, then: { then })
  }

  /// Builds by one builder while a condition holds, else by another.
  public static func conditional<Either: PathBuilder, Or: PathBuilder>(
    either: Either, or: Or, basedOn condition: @escaping () -> Bool
  ) -> EitherPathBuilder<ChosenPathBuilder<Either>, ChosenPathBuilder<Or>> {
    self.if(condition, then: { either }, else: { or })
  }

  /// Builds with a value while there is one, else by another builder.
  public static func `if`<Value, Then: PathBuilder, Else: PathBuilder>(
    `let` value: @escaping () -> Value?, @NavigationTreeBuilder then: @escaping (Value) -> Then,
    @NavigationTreeBuilder `else`: @escaping () -> Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    EitherPathBuilder(
      first: ChosenPathBuilder { _ in value().map(then) },
      second: ChosenPathBuilder { _ in value() == nil ? `else`() : nil })
  }

  /// Builds with a value while there is one, else nothing.
  public static func `if`<Value, Then: PathBuilder>(
    `let` value: @escaping () -> Value?, @NavigationTreeBuilder then: @escaping (Value) -> Then
  ) -> ChosenPathBuilder<Then> {
    ChosenPathBuilder { _ in value().map(then) }
  }

  /// Builds with a screen where it is of the closure's type, else by another builder.
  public static func `if`<S: Screen, Then: PathBuilder, Else: PathBuilder>(
    @NavigationTreeBuilder screen then: @escaping (S) -> Then,
    @NavigationTreeBuilder `else`: @escaping () -> Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    EitherPathBuilder(
      first: ChosenPathBuilder { $0.content.unwrap(S.self).map(then) },
      second: ChosenPathBuilder { $0.content.is(S.self) ? nil : `else`() })
  }

  /// Builds with a screen where it is of the closure's type, else nothing.
  public static func `if`<S: Screen, Then: PathBuilder>(
    @NavigationTreeBuilder screen then: @escaping (S) -> Then
  ) -> ChosenPathBuilder<Then> {
    ChosenPathBuilder { $0.content.unwrap(S.self).map(then) }
  }

  /// Builds with a value while there is one, else by another builder.
  public static func `if`<Value, Then: PathBuilder, Else: PathBuilder>(
    `let` value: @escaping () -> Value?, @NavigationTreeBuilder then: @escaping (Value) -> Then,
    `else`: Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    self.if(let: value, then: then, else: { `else` })
  }

  /// Builds with a screen if it is of the closure's type, else by another builder.
  public static func `if`<S: Screen, Then: PathBuilder, Else: PathBuilder>(
    @NavigationTreeBuilder screen then: @escaping (S) -> Then, `else`: Else
  ) -> EitherPathBuilder<ChosenPathBuilder<Then>, ChosenPathBuilder<Else>> {
    self.if(screen: then, else: { `else` })
  }

  /// Builds a screen with tabs, each with a path of its own; see ``tab(_:label:content:nesting:)``.
  public static func tabs<S: Screen, Tabs: PathBuilder>(
    _ type: S.Type, @TabListBuilder _ tabs: @escaping () -> TabList<Tabs>
  ) -> TabsPathBuilder<S, Tabs> {
    TabsPathBuilder(tabs: tabs)
  }

  /// A tab: its first screen, what shows it in the bar, and what can stand on it.
  public static func tab<S: Screen, Label: View, Content: View, Nesting: PathBuilder>(
    _ screen: S, @ViewBuilder label: @escaping () -> Label,
    @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> TabList<ScreenPathBuilder<S, Content, Nesting>> {
    TabList(
      builder: self.screen(screen, content: content, nesting: nesting),
      tabs: [BuiltTab(screen: AnyScreen(screen), label: { AnyView(label()) })])
  }

  /// A tab with a title.
  public static func tab<S: Screen, Content: View, Nesting: PathBuilder>(
    _ title: String, _ screen: S, @ViewBuilder content: @escaping () -> Content,
    @NavigationTreeBuilder nesting: @escaping () -> Nesting
  ) -> TabList<ScreenPathBuilder<S, Content, Nesting>> {
    tab(screen, label: { Text(title) }, content: content, nesting: nesting)
  }

  /// A tab with a title, on whose screen none can stand.
  public static func tab<S: Screen, Content: View>(
    _ title: String, _ screen: S, @ViewBuilder content: @escaping () -> Content
  ) -> TabList<ScreenPathBuilder<S, Content, EmptyPathBuilder>> {
    tab(title, screen, content: content, nesting: {})
  }
}

// MARK: - Modifiers

extension PathBuilder {
  /// Tells of each screen of this builder that is dismissed: that was shown and went, or can not be
  /// built any more, while the screen that it stood on stays.
  ///
  /// Around a condition it tells of what the condition takes away too.
  public func onDismiss(
    perform: @escaping (_ screen: AnyScreen) -> Void
  ) -> ModifiedPathBuilder<Self> {
    ModifiedPathBuilder(base: self) { $0.onDismiss.append(perform) }
  }

  /// Tells of each screen of a type that is dismissed.
  public func onDismiss<S: Screen>(
    perform: @escaping (_ screen: S) -> Void
  ) -> ModifiedPathBuilder<Self> {
    onDismiss { (screen: AnyScreen) in
      if let screen: S = screen.unwrap() { perform(screen) }
    }
  }

  /// Tells that a screen of a type was dismissed.
  public func onDismiss<S: Screen>(
    of type: S.Type, perform: @escaping () -> Void
  ) -> ModifiedPathBuilder<Self> {
    onDismiss { (_: S) in perform() }
  }

  /// Does something each time before a screen is to be built: for each page, and for each request.
  public func beforeBuild(perform: @escaping () -> Void) -> ChosenPathBuilder<Self> {
    ChosenPathBuilder { _ in
      perform()
      return self
    }
  }

  /// A builder that can stand on itself, so that its type does not contain itself.
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
