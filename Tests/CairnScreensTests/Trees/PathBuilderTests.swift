import CairnViews
import Testing

@testable import CairnScreens

@Suite struct PathBuilderTests {
  /// Returns the names of the screens that a builder builds for a path.
  private func built<B: PathBuilder>(_ builder: B, _ screens: any Screen...) -> [String] {
    let source = Navigator.Datasource(
      path: NavigationPath(
        screens.map {
          IdentifiedScreen(id: ScreenID(), content: AnyScreen($0), hasAppeared: false)
        }))
    let navigation = Navigation(
      dataSource: source, navigator: Navigator(dataSource: source), tree: builder)
    return navigation.steps(of: source.path.current).filter { !$0.isCovered }
      .map { "\($0.built.screen.base)" }
      .map { $0.split(separator: "\"").dropFirst().first.map(String.init) ?? $0 }
  }

  private func stop<N: PathBuilder>(
    _ name: String, @NavigationTreeBuilder nesting: @escaping () -> N
  ) -> ScreenPathBuilder<Stop, Text, N> {
    PathBuilders.screen(Stop(name), content: { Text(name) }, nesting: nesting)
  }

  private func stop(_ name: String) -> ScreenPathBuilder<Stop, Text, EmptyPathBuilder> {
    PathBuilders.screen(Stop(name)) { Text(name) }
  }

  @Test func `A screen matches by type or value and can nest`() {
    let byType = PathBuilders.screen(Stop.self) {
      Text("any")
    } nesting: {
      PathBuilders.screen { (depot: Depot) in Text(depot.name) }
    }
    #expect(built(byType, Stop("a")) == ["a"])
    #expect(built(byType, Stop("a"), Depot(name: "b")) == ["a", "b"])
    #expect(built(byType, Stop("a"), Stop("b")) == ["a"])
    #expect(built(byType, Depot(name: "a")) == [])
    #expect(built(stop("a"), Stop("a")) == ["a"])
    #expect(built(stop("a"), Stop("b")) == [])
    #expect(built(stop("a"), Stop("a", style: .cover)) == [])
  }

  @Test func `Screens after an unbuilt screen aren't shown`() {
    let tree = stop("a") { stop("b") { stop("c") } }
    #expect(built(tree, Stop("a"), Stop("b"), Stop("c")) == ["a", "b", "c"])
    #expect(built(tree, Stop("a"), Stop("c"), Stop("b")) == ["a"])
  }

  @Test func `Builders can be passed as values`() {
    var isOpen = true
    let both = PathBuilders.if({ isOpen }, then: stop("a"), else: stop("b"))
    let one = PathBuilders.if({ isOpen }, then: stop("a"))
    let unwrapped = PathBuilders.if(
      let: { isOpen ? "c" : nil }, then: { stop($0) }, else: stop("b"))
    let typed = PathBuilders.if(
      screen: { (screen: Stop) in stop(screen.name) },
      else: PathBuilders.screen { (depot: Depot) in Text(depot.name) })
    #expect(built(both, Stop("a")) == ["a"])
    #expect(built(one, Stop("a")) == ["a"])
    #expect(built(unwrapped, Stop("c")) == ["c"])
    #expect(built(typed, Stop("x")) == ["x"])
    #expect(built(typed, Depot(name: "y")) == ["y"])
    isOpen = false
    #expect(built(both, Stop("b")) == ["b"])
    #expect(built(one, Stop("a")) == [])
    #expect(built(unwrapped, Stop("b")) == ["b"])
  }

  @Test func `A closed guard creates no views, and hides the screens on top`() throws {
    var isOpen = false
    var created = 0
    func view() -> Text {
      created += 1
      return Text("a")
    }
    let tree = PathBuilders.screen(Stop("a")) {
      view()
    } nesting: {
      stop("b")
    }
    .guarded { _ in
      isOpen
    } otherwise: {
      Text("Sign in")
    }
    let elements = ["a", "b"].map {
      IdentifiedScreen(id: ScreenID(), content: AnyScreen(Stop($0)), hasAppeared: false)
    }
    let closed = try #require(tree.build(pathElement: elements[0]))
    _ = closed.content()
    #expect(closed.isGuarded)
    #expect(closed.successor(elements[1]) == nil)
    #expect(created == 0)
    // The guard only applies to the screens that its builder builds.
    #expect(tree.build(pathElement: elements[1]) == nil)

    isOpen = true
    let open = try #require(tree.build(pathElement: elements[0]))
    _ = open.content()
    #expect(!open.isGuarded)
    #expect(open.successor(elements[1]) != nil)
    #expect(created == 1)
  }

  @Test func `A closure builds custom views`() {
    let tree = ClosurePathBuilder { element in
      element.content.unwrap(Stop.self).flatMap { $0.name == "x" ? nil : Text($0.name) }
    } nesting: {
      ClosurePathBuilder { _ in Text("any") }
    }
    #expect(built(tree, Stop("a")) == ["a"])
    #expect(built(tree, Stop("a"), Depot(name: "b"), Stop("c")) == ["a", "b"])
    #expect(built(tree, Stop("x")) == [])
  }

  @Test func `A wildcard builds one screen for anything`() {
    let tree = PathBuilders.wildcard(screen: Stop("x"), pathBuilder: stop("x") { stop("y") })
    #expect(built(tree, Stop("a")) == ["x"])
    #expect(built(tree, Depot(name: "a"), Stop("y")) == ["x"])
    #expect(built(tree, Stop("x"), Stop("y")) == ["x", "y"])
  }

  @Test func `The anyOf builder takes the first builder that builds`() {
    var asked: [String] = []
    let tree = PathBuilders.anyOf {
      stop("a").beforeBuild { asked.append("a") }
      stop("b").beforeBuild { asked.append("b") }
      stop("b").beforeBuild { asked.append("b again") }
      stop("c")
      stop("d")
      stop("e")
      stop("f")
      stop("g")
      stop("h")
      stop("i")
      stop("j")
      stop("k")
      stop("l")
    }
    #expect(built(tree, Stop("b")) == ["b"])
    #expect(asked == ["a", "b"])
    #expect(built(tree, Stop("l")) == ["l"])
    #expect(built(tree, Stop("m")) == [])
    #expect(built(PathBuilders.empty, Stop("a")) == [])
  }

  @Test func `A condition is evaluated each time`() {
    var isOpen = true
    let tree = PathBuilders.if({ isOpen }, then: { stop("a") }, else: { stop("b") })
    let alone = PathBuilders.if({ isOpen }, then: { stop("a") })
    let either = PathBuilders.conditional(either: stop("a"), or: stop("b"), basedOn: { isOpen })
    for _ in 0..<2 {
      #expect(built(tree, Stop("a")) == (isOpen ? ["a"] : []))
      #expect(built(tree, Stop("b")) == (isOpen ? [] : ["b"]))
      #expect(built(alone, Stop("a")) == (isOpen ? ["a"] : []))
      #expect(built(either, Stop("b")) == (isOpen ? [] : ["b"]))
      isOpen = false
    }
  }

  @Test func `An optional is unwrapped`() {
    var name: String? = "a"
    let tree = PathBuilders.if(let: { name }, then: { stop($0) }, else: { stop("none") })
    let alone = PathBuilders.if(let: { name }, then: { stop($0) })
    #expect(built(tree, Stop("a")) == ["a"])
    #expect(built(tree, Stop("none")) == [])
    name = nil
    #expect(built(tree, Stop("a")) == [])
    #expect(built(tree, Stop("none")) == ["none"])
    #expect(built(alone, Stop("a")) == [])
  }

  @Test func `The type of a screen is unwrapped`() {
    let tree = PathBuilders.if(
      screen: { (depot: Depot) in
        PathBuilders.screen(Depot.self) {
          Text(depot.name)
        } nesting: {
          stop(depot.name)
        }
      }, else: { stop("else") })
    #expect(built(tree, Depot(name: "a"), Stop("a")) == ["a", "a"])
    #expect(built(tree, Depot(name: "a"), Stop("b")) == ["a"])
    #expect(built(tree, Stop("else")) == ["else"])
    let alone = PathBuilders.if(screen: { (_: Depot) in
      PathBuilders.screen(Depot.self) { Text("depot") }
    })
    #expect(built(alone, Stop("a")) == [])
  }

  @Test func `The beforeBuild closure runs at each build`() {
    var count = 0
    let tree = stop("a").beforeBuild { count += 1 }
    #expect(built(tree, Stop("a")) == ["a"])
    #expect(built(tree, Stop("a")) == ["a"])
    #expect(count == 2)
  }

  /// A tree that contains itself.
  struct Circle: NavigationTree {
    var builder: some PathBuilder {
      Screen { (stop: Stop) in
        Text(stop.name)
      } nesting: {
        Circle().eraseCircularNavigationPath()
        Screen(Depot.self) { Text("depot") }
      }
    }
  }

  @Test func `A tree may contain itself`() {
    #expect(
      built(Circle(), Stop("a"), Stop("b"), Stop("a"), Depot(name: "d")) == ["a", "b", "a", "d"])
    let outline = TreeOutline(Circle.self)
    #expect(outline.nodes.map { "\($0.type)" } == ["Stop", "Depot"])
    #expect(outline.roots == [0])
    #expect(outline.nodes[0].successors.sorted() == [0, 1])
  }

  @Test func `A screen can't be pushed on a sheet that doesn't allow it`() {
    let tree = stop("a") {
      PathBuilders.screen(Stop.self) {
        Text("any")
      } nesting: {
        stop("c")
      }
    }
    #expect(
      built(tree, Stop("a"), Stop("b", style: .sheet(allowsPush: false)), Stop("c")) == ["a", "b"])
    #expect(built(tree, Stop("a"), Stop("b", style: .sheet()), Stop("c")) == ["a", "b", "c"])
    #expect(built(tree, Stop("a"), Stop("b", style: .popover), Stop("c")) == ["a", "b", "c"])
  }

  // MARK: Dismissal

  private func dismissals(
    _ navigate: (Navigator, Navigator.Datasource) -> Void
  ) -> [String] {
    let (navigator, source) = path("a", "b", "c")
    var received: [String] = []
    let tree = stop("a") {
      stop("b") { stop("c").onDismiss { (stop: Stop) in received.append(stop.name) } }
        .onDismiss(of: Stop.self) { received.append("b") }
        .onDismiss(of: Depot.self) { received.append("depot") }
      stop("x").onDismiss { (screen: AnyScreen) in received.append("\(screen)") }
    }
    let navigation = Navigation(dataSource: source, navigator: navigator, tree: tree)
    _ = navigation.update()
    navigate(navigator, source)
    _ = navigation.update()
    _ = navigation.update()
    return received
  }

  @Test func `A dismissal is reported if the parent stays`() {
    #expect(dismissals { navigator, _ in navigator.dismiss(screen: Stop("c")) } == ["c"])
    #expect(dismissals { navigator, _ in navigator.goBack(to: .root) } == ["b"])
    #expect(dismissals { navigator, _ in navigator.go(to: Stop("x"), on: .root) } == ["b"])
    #expect(dismissals { navigator, _ in navigator.replace(path: Stop("z")) } == [])
    #expect(dismissals { _, _ in } == [])
  }

  @Test func `A screen that can no longer be built is dismissed`() {
    #expect(
      dismissals { navigator, source in
        navigator.replaceContent(of: source.path.current[1].id, with: Stop("unknown"))
      } == ["b"])
  }

  @Test func `A changed condition can dismiss a screen`() {
    let (navigator, source) = path("a", "b")
    var isOpen = true
    var received: [String] = []
    let tree = stop("a") {
      PathBuilders.if({ isOpen }, then: { stop("b") })
        .onDismiss { (stop: Stop) in received.append(stop.name) }
    }
    let navigation = Navigation(dataSource: source, navigator: navigator, tree: tree)
    _ = navigation.update()
    #expect(received == [])
    isOpen = false
    #expect(navigation.update())
    #expect(received == ["b"])
    #expect(source.path.current.names == ["a", "b"])
  }
}
