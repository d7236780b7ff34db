/// The screens that are shown, from the root up, each on top of the one before it.
///
/// A ``Navigator`` changes this path, which corresponds to the path of a URL. The type for the path of
/// reducers' stacks is ``/CairnViews/NavigationStackPath``.
public struct NavigationPath: Hashable, Sendable {
  /// The screens, beginning with the root.
  public private(set) var screens: [IdentifiedScreen]

  /// The maximum number of screens on a path.
  ///
  /// An operation that would make a path longer has no effect, and a URL with more screens isn't opened. The
  /// limit is necessary because trees can be circular, and URLs can be entered by anyone.
  public static let maximumLength = 48

  /// Creates a path of screens.
  public init(_ screens: [IdentifiedScreen]) {
    self.screens = screens
  }
}

extension NavigationPath: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { screens.count }
  public subscript(position: Int) -> IdentifiedScreen { screens[position] }
}

extension NavigationPath: ExpressibleByArrayLiteral {
  public init(arrayLiteral screens: IdentifiedScreen...) {
    self.init(screens)
  }
}

/// A change of a navigation path.
public struct NavigationPathUpdate: Hashable, Sendable {
  /// The path before the change.
  public let previous: NavigationPath
  /// The path after the change.
  public let current: NavigationPath

  /// Creates a change of a navigation path.
  public init(previous: NavigationPath, current: NavigationPath) {
    self.previous = previous
    self.current = current
  }
}

// MARK: - Looking up

extension NavigationPath {
  /// Returns the index of an anchor, or `nil` if it isn't on the path.
  ///
  /// If several screens are equal to the anchor's screen, the last one is used.
  func index(of anchor: Navigator.Anchor) -> Int? {
    switch anchor {
    case .id(let id): screens.firstIndex { $0.id == id }
    case .screen(let screen): screens.lastIndex { $0.content == screen }
    }
  }
}

// MARK: - Operations

extension NavigationPath {
  /// Applies an operation.
  ///
  /// - Parameter makeID: Returns the ID of a new screen.
  /// - Returns: Whether the path contains the anchor and the resulting path is valid.
  mutating func apply(
    _ operation: Navigator.Operation, makeID: (_ screen: AnyScreen, _ index: Int) -> ScreenID
  ) -> Bool {
    switch operation {
    case .go(let screen, let anchor):
      guard let index = index(of: anchor) else { return false }
      return cut(at: index + 1, appending: [screen], makeID)
    case .goToPath(let path, let anchor):
      guard let index = index(of: anchor) else { return false }
      return replace(from: index + 1, with: path, makeID)
    case .goBack(let anchor), .dismissSuccessor(let anchor):
      guard let index = index(of: anchor) else { return false }
      return cut(at: index + 1, appending: [], makeID)
    case .replacePath(let path):
      return !path.isEmpty && replace(from: 0, with: path, makeID)
    case .dismiss(let anchor):
      guard let index = index(of: anchor), index > 0 else { return false }
      return cut(at: index, appending: [], makeID)
    case .replaceContent(let anchor, let content):
      guard let index = index(of: anchor) else { return false }
      let old = screens[index]
      screens[index] = IdentifiedScreen(
        id: old.id, content: content, hasAppeared: old.hasAppeared, otherTabs: old.otherTabs)
      return true
    case .select(let tab, let anchor):
      guard let index = index(of: anchor) else { return false }
      return select(tab, at: index, makeID)
    case .didAppear(let id):
      guard let index = index(of: .id(id)) else { return false }
      screens[index] = screens[index].appeared(true)
      return true
    }
  }

  /// Replaces the screens from an index on with a path. Screens at the beginning that are in both are kept.
  private mutating func replace(
    from start: Int, with path: [AnyScreen], _ makeID: (AnyScreen, Int) -> ScreenID
  ) -> Bool {
    let kept = zip(screens[start...], path).prefix { $0.content == $1 }.count
    let end = start + kept
    guard end < screens.count || kept < path.count else { return true }
    guard start + path.count <= Self.maximumLength else { return false }
    // The last screen that's kept appears again, unless it was already on top.
    if kept > 0, end < screens.count { screens[end - 1] = screens[end - 1].appeared(false) }
    return cut(at: end, appending: Array(path.dropFirst(kept)), makeID)
  }

  /// Removes the screens from an index on, and appends other screens.
  private mutating func cut(
    at end: Int, appending content: [AnyScreen], _ makeID: (AnyScreen, Int) -> ScreenID
  ) -> Bool {
    guard end + content.count <= Self.maximumLength else { return false }
    var rest = content[...]
    var brought: ArraySlice<IdentifiedScreen> = []
    if end > 0, screens[end - 1].otherTabs != nil, let tab = content.first,
      end == screens.count || screens[end].content != tab
    {
      // The path of the previous tab is set aside. From the path of the other tab, only the screens in
      // `content` are restored.
      brought = setTabAside(at: end - 1, for: tab)[...]
      let kept = zip(brought, content).prefix { $0.content == $1 }.count
      brought = brought.prefix(kept)
      rest = rest.dropFirst(kept)
    }
    screens.removeLast(screens.count - end)
    screens += brought
    for screen in rest {
      let id = screens.isEmpty ? ScreenID.root : makeID(screen, screens.count)
      screens.append(IdentifiedScreen(id: id, content: screen, hasAppeared: false))
    }
    return true
  }

  // MARK: Tabs

  /// The maximum number of tabs per screen whose paths are set aside.
  private static let greatestTabCount = 16

  /// Records that a screen has tabs.
  mutating func noteTabs(of id: ScreenID) {
    guard let index = index(of: .id(id)), screens[index].otherTabs == nil else { return }
    screens[index].otherTabs = []
  }

  /// Selects a tab of a screen, and restores the screens that were opened in the tab.
  private mutating func select(
    _ tab: AnyScreen, at index: Int, _ makeID: (AnyScreen, Int) -> ScreenID
  ) -> Bool {
    if index + 1 < screens.count, screens[index + 1].content == tab {
      noteTabs(of: screens[index].id)
      return true
    }
    guard index + 1 < Self.maximumLength else { return false }
    var own = setTabAside(at: index, for: tab)
    if own.isEmpty {
      own = [IdentifiedScreen(id: makeID(tab, index + 1), content: tab, hasAppeared: false)]
    }
    screens.removeLast(screens.count - index - 1)
    screens += own.prefix(Self.maximumLength - screens.count)
    return true
  }

  /// Sets the path on top of a screen aside, and returns the path of another tab.
  private mutating func setTabAside(at index: Int, for tab: AnyScreen) -> [IdentifiedScreen] {
    let above = Array(screens[(index + 1)...])
    var others = screens[index].otherTabs ?? []
    let own = others.firstIndex { $0.first?.content == tab }.map { others.remove(at: $0) } ?? []
    if let left = above.first?.content {
      others.removeAll { $0.first?.content == left }
      // Tabs inside a path that's set aside lose their own paths. Otherwise, stored paths could be nested
      // without limit.
      others.append(
        above.map { screen in
          var screen = screen
          if screen.otherTabs != nil { screen.otherTabs = [] }
          return screen
        })
      if others.count > Self.greatestTabCount { others.removeFirst() }
    }
    screens[index].otherTabs = others
    return own
  }
}
