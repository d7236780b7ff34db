import CairnDependencies
import CairnViews
import Foundation

/// A path and the tree that builds it, with its locations, its stored form, and its views.
package struct Navigation: _SceneRoot {
  package let dataSource: Navigator.Datasource
  let navigator: Navigator
  let build: (IdentifiedScreen) -> BuiltScreen?
  /// Returns the codings of the screens of the tree, in its order.
  let codings: () -> [ScreenCoding]
  private let outline: () -> TreeOutline

  init<Tree: PathBuilder>(
    dataSource: Navigator.Datasource, navigator: Navigator, tree: Tree
  ) {
    self.dataSource = dataSource
    self.navigator = navigator
    dataSource.noteBeginning()
    build = { tree.build(pathElement: $0) }
    codings = { ScreenCoding.all(of: Tree.self) }
    outline = { TreeOutline(Tree.self) }
  }

  /// The first screen of the path with the screens on top of it, as far as the tree builds them.
  var shown: ShownScreen? {
    let path = dataSource.path.current
    let steps = steps(of: path)
    let built = steps.prefix { !$0.isCovered }.map { (element: $0.element, built: $0.built) }
    guard let first = built.first else { return nil }
    return ShownScreen(
      element: first.element, built: first.built, parent: nil, navigation: self,
      rest: built.dropFirst())
  }

  /// The map of the screens of the tree.
  package var map: ScreenMap { ScreenMap(of: outline()) }

  /// Returns the steps for the beginning of a path that the tree allows.
  func steps(of path: some Sequence<IdentifiedScreen>) -> [TreeStep] {
    var walk = TreeWalk(build)
    var steps: [TreeStep] = []
    for element in path {
      guard let step = walk.step(to: element), step.hasRoom(at: steps.count) else { break }
      steps.append(step)
    }
    return steps
  }

  // MARK: Changes

  /// Updates the path after a change.
  ///
  /// Selects a tab of a screen with tabs if no tab is selected yet. Calls the `onDismiss` closures of a screen
  /// that was dismissed.
  ///
  /// - Returns: Whether a tab was selected or a closure was called.
  package func update() -> Bool {
    let hasSelected = selectTabs()
    guard let dismissed = noteShown(), !dismissed.onDismiss.isEmpty else { return hasSelected }
    for action in dismissed.onDismiss { action(dismissed.content) }
    return true
  }

  /// Records the screens that are shown, without treating any screen as dismissed.
  package func rebase() { _ = noteShown() }

  /// Records the screens that are shown.
  ///
  /// - Returns: The first screen that was shown before and no longer is, if the screen below it is still there.
  private func noteShown() -> KnownScreen? {
    let steps = steps(of: dataSource.path.current)
    // A guard hides screens, but doesn't dismiss them.
    guard !steps.contains(where: \.built.isGuarded) else { return nil }
    let shown = steps.prefix { !$0.isCovered }
      .map { KnownScreen(content: $0.element.content, onDismiss: $0.built.onDismiss) }
    let before = dataSource.exchangeShown(shown)
    let common = zip(before, shown).prefix { $0.content == $1.content }.count
    return common > 0 && common < before.count ? before[common] : nil
  }

  private func selectTabs() -> Bool {
    let path = dataSource.path.current
    for (index, step) in steps(of: path).enumerated() where !step.built.tabs.isEmpty {
      let successor = index + 1 < path.count ? path[index + 1].content : nil
      guard !step.isCovered else { continue }
      // From now on, the path of each tab is kept while another tab is selected, no matter how it's selected.
      dataSource.noteTabs(of: step.element.id)
      guard !step.built.tabs.contains(where: { $0.screen == successor }) else { continue }
      // Uses the same ID as a location, so that a page and the scene that starts from it show the same screen.
      dataSource.perform(
        .select(step.built.tabs[0].screen, in: .id(step.element.id)), makeID: Self.id)
      return true
    }
    return false
  }
}

/// A screen that was shown, with the closures to call when it's dismissed.
struct KnownScreen {
  let content: AnyScreen
  let onDismiss: [(AnyScreen) -> Void]
}

/// A screen that the tree builds, or that a wildcard hides.
struct TreeStep {
  let element: IdentifiedScreen
  let built: BuiltScreen
  /// Whether a wildcard before this screen hides it.
  let isCovered: Bool

  /// Returns whether the screen can be shown at an index. A screen with tabs needs room for the screen of a
  /// tab.
  func hasRoom(at index: Int) -> Bool {
    isCovered || built.tabs.isEmpty || index + 1 < NavigationPath.maximumLength
  }
}

/// A walk along a path from screen to screen, as far as a tree allows it.
struct TreeWalk {
  private var build: (IdentifiedScreen) -> BuiltScreen?
  private var wildcard: BuiltScreen?
  private var isFirst = true
  private var isInTabs = false
  /// Whether screens can be pushed inside the last presented screen.
  private var allowsPush = true

  init(_ build: @escaping (IdentifiedScreen) -> BuiltScreen?) {
    self.build = build
  }

  /// Returns the next step, or `nil` if the tree doesn't build the screen there. In that case, the walk doesn't
  /// move.
  mutating func step(to element: IdentifiedScreen) -> TreeStep? {
    if let wildcard { return TreeStep(element: element, built: wildcard, isCovered: true) }
    guard let built = build(element) else { return nil }
    if !isFirst, !isInTabs {
      switch built.screen.presentationStyle {
      case .push: guard allowsPush else { return nil }
      case .sheet(let allows): allowsPush = allows
      case .popover, .cover: allowsPush = true
      }
    }
    isFirst = false
    isInTabs = !built.tabs.isEmpty
    if built.isWildcard { wildcard = built }
    build = built.successor
    return TreeStep(element: element, built: built, isCovered: false)
  }
}
