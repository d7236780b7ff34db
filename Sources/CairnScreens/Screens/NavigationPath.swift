/// The screens that are shown, each on top of the one before it, from the root on: the first-class form
/// of a URL's path.
///
/// It is what a ``Navigator`` changes. (The path of the reducers' stacks is a ``NavigationStackPath``.)
public struct NavigationPath: Hashable, Sendable {
  /// The screens, the root first.
  public private(set) var screens: [IdentifiedScreen]

  /// The most screens of a path. An operation that would make it longer does nothing, and a URL with
  /// more is refused: a tree may be circular, and who reads a URL has not written it.
  public static let maximumLength = 48

  /// A path of screens.
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
  /// The path now.
  public let current: NavigationPath

  public init(previous: NavigationPath, current: NavigationPath) {
    self.previous = previous
    self.current = current
  }
}

// MARK: - Looking up

extension NavigationPath {
  /// Where the screen of an anchor stands: of an id the first, of a screen the last that is equal.
  func index(of anchor: Navigator.Anchor) -> Int? {
    switch anchor {
    case .id(let id): screens.firstIndex { $0.id == id }
    case .screen(let screen): screens.lastIndex { $0.content == screen }
    }
  }
}

// MARK: - Operations

extension NavigationPath {
  /// Applies an operation; answers whether its anchor was there and what it makes is a path.
  /// - Parameter makeID: Makes the ids of new screens.
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

  /// Keeps the run of screens from an index on that are those of a path, and puts the rest of the path
  /// in the place of what follows.
  private mutating func replace(
    from start: Int, with path: [AnyScreen], _ makeID: (AnyScreen, Int) -> ScreenID
  ) -> Bool {
    let kept = zip(screens[start...], path).prefix { $0.content == $1 }.count
    let end = start + kept
    guard end < screens.count || kept < path.count else { return true }
    guard start + path.count <= Self.maximumLength else { return false }
    // The last one that is kept appears again, unless nothing was on top of it.
    if kept > 0, end < screens.count { screens[end - 1] = screens[end - 1].appeared(false) }
    return cut(at: end, appending: Array(path.dropFirst(kept)), makeID)
  }

  /// Cuts the path, and puts screens where the rest was.
  private mutating func cut(
    at end: Int, appending content: [AnyScreen], _ makeID: (AnyScreen, Int) -> ScreenID
  ) -> Bool {
    guard end + content.count <= Self.maximumLength else { return false }
    var rest = content[...]
    var brought: ArraySlice<IdentifiedScreen> = []
    if end > 0, screens[end - 1].otherTabs != nil, let tab = content.first,
      end == screens.count || screens[end].content != tab
    {
      // What was opened in the tab that is left stays there, and of the other one comes what is meant.
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

  /// The most tabs of a screen that wait with their paths.
  private static let greatestTabCount = 16

  /// Notes that a screen has tabs.
  mutating func noteTabs(of id: ScreenID) {
    guard let index = index(of: .id(id)), screens[index].otherTabs == nil else { return }
    screens[index].otherTabs = []
  }

  /// Selects a tab of a screen: with what was opened in it before, or else by itself.
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

  /// Puts the path above a screen aside for later; answers that of another tab.
  private mutating func setTabAside(at index: Int, for tab: AnyScreen) -> [IdentifiedScreen] {
    let above = Array(screens[(index + 1)...])
    var others = screens[index].otherTabs ?? []
    let own = others.firstIndex { $0.first?.content == tab }.map { others.remove(at: $0) } ?? []
    if let left = above.first?.content {
      others.removeAll { $0.first?.content == left }
      // Tabs within a tab that waits do not: what is kept does not nest without bound.
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
