import CairnDependencies
import CairnViews
import Foundation

/// A path with the tree that builds it: what is shown, where that is in a URL, and how it is stored.
package struct Navigation: _SceneRoot {
  package let dataSource: Navigator.Datasource
  let navigator: Navigator
  let build: (IdentifiedScreen) -> BuiltScreen?
  /// How the screens of the tree are written and read, in its order.
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

  /// The first screen that is shown, with those on it: the beginning of the path that the tree builds.
  var shown: ShownScreen? {
    let path = dataSource.path.current
    let steps = steps(of: path)
    let built = steps.prefix { !$0.isCovered }.map { (element: $0.element, built: $0.built) }
    guard let first = built.first else { return nil }
    return ShownScreen(
      element: first.element, built: first.built, parent: nil, navigation: self,
      rest: built.dropFirst())
  }

  /// The screens of the tree.
  package var map: ScreenMap { ScreenMap(of: outline()) }

  /// The beginning of a path that the tree allows.
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

  /// What follows from the path as it is now: a screen with tabs shows one of them, and who wants to know
  /// of a dismissal is told. Answers whether anything was done.
  package func update() -> Bool {
    let hasSelected = selectTabs()
    guard let dismissed = noteShown(), !dismissed.onDismiss.isEmpty else { return hasSelected }
    for action in dismissed.onDismiss { action(dismissed.content) }
    return true
  }

  /// Takes what is shown for what was: nothing of it was dismissed.
  package func rebase() { _ = noteShown() }

  /// Remembers what is shown; answers what was shown before and is not, on a screen that is still there.
  private func noteShown() -> KnownScreen? {
    let shown = steps(of: dataSource.path.current).prefix { !$0.isCovered }
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
      // From now on a tab that is left waits with its path, however another comes.
      dataSource.noteTabs(of: step.element.id)
      guard !step.built.tabs.contains(where: { $0.screen == successor }) else { continue }
      // As a location does: the page and the scene that it begins show the same screen.
      dataSource.perform(
        .select(step.built.tabs[0].screen, in: .id(step.element.id)), makeID: Self.id)
      return true
    }
    return false
  }
}

/// A screen that was shown, and who wants to know when it is dismissed.
struct KnownScreen {
  let content: AnyScreen
  let onDismiss: [(AnyScreen) -> Void]
}

/// A screen that the tree builds, or that a wildcard stands for.
struct TreeStep {
  let element: IdentifiedScreen
  let built: BuiltScreen
  /// Whether a wildcard before it stands for it.
  let isCovered: Bool

  /// Whether it can be shown at an index: a screen with tabs shows another one.
  func hasRoom(at index: Int) -> Bool {
    isCovered || built.tabs.isEmpty || index + 1 < NavigationPath.maximumLength
  }
}

/// Goes from screen to screen as a tree allows it.
struct TreeWalk {
  private var build: (IdentifiedScreen) -> BuiltScreen?
  private var wildcard: BuiltScreen?
  private var isFirst = true
  private var isInTabs = false
  /// Whether what was presented last takes screens that are pushed.
  private var allowsPush = true

  init(_ build: @escaping (IdentifiedScreen) -> BuiltScreen?) {
    self.build = build
  }

  /// The next screen; nil where the tree does not build it there, and then the walk stays.
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
