import CairnScreens
import Synchronization
import Testing

@Suite struct NavigatorTests {
  // MARK: Going to a screen

  @Test func `The go method removes the screens after the anchor and appends`() {
    let (navigator, source) = path("a", "b", "c")
    let before = source.path.current.seen
    #expect(navigator.go(to: Stop("d"), on: before[1].id))
    let after = source.path.current.seen
    #expect(after.map(\.name) == ["a", "b", "d"])
    #expect(after[...1] == before[...1])
    #expect(!after[2].hasAppeared)
    #expect(after[2].id != before[2].id)
    #expect(source.path.previous.seen == before)
  }

  @Test func `Going from a screen uses the last match`() {
    let (navigator, source) = path("a", "b", "a", "c")
    #expect(navigator.go(to: Stop("d"), on: Stop("a")))
    #expect(source.path.current.names == ["a", "b", "a", "d"])
  }

  @Test func `An ID refers to its first match`() {
    let id = ScreenID()
    let source = Navigator.Datasource(
      path: [
        IdentifiedScreen(id: .root, content: Stop("a"), hasAppeared: true),
        IdentifiedScreen(id: id, content: Stop("b"), hasAppeared: true),
        IdentifiedScreen(id: id, content: Stop("c"), hasAppeared: true),
      ])
    #expect(Navigator(dataSource: source).goBack(to: id))
    #expect(source.path.current.names == ["a", "b"])
  }

  @Test func `Going to an equal screen makes a new one`() {
    let (navigator, source) = path("a", "b")
    let before = source.path.current[1].id
    #expect(navigator.go(to: Stop("b"), on: .root))
    #expect(source.path.current.names == ["a", "b"])
    #expect(source.path.current[1].id != before)
  }

  // MARK: Without an anchor

  @Test(arguments: [
    Navigator.Operation.go(to: AnyScreen(Stop("x")), on: .screen(AnyScreen(Stop("y")))),
    .go(to: AnyScreen(Stop("x")), on: .id(ScreenID())),
    .goToPath(.stops("x"), on: .id(ScreenID())),
    .goToPath(.stops("x"), on: .screen(AnyScreen(Depot(name: "a")))),
    .goBack(to: .id(ScreenID())), .goBack(to: .screen(AnyScreen(Stop("a", style: .cover)))),
    .dismiss(.id(ScreenID())), .dismiss(.screen(AnyScreen(Stop("x")))),
    .dismissSuccessor(of: .id(ScreenID())), .replacePath([]),
    .replaceContent(of: .id(ScreenID()), with: AnyScreen(Stop("x"))),
    .replaceContent(of: .screen(AnyScreen(Stop("x"))), with: AnyScreen(Stop("a"))),
    .select(AnyScreen(Stop("x")), in: .id(ScreenID())), .didAppear(ScreenID()),
    .dismiss(.id(.root)), .dismiss(.screen(AnyScreen(Stop("a")))),
  ])
  func `Impossible operations do nothing`(operation: Navigator.Operation) {
    let (navigator, source) = path("a", "b")
    let before = source.path
    #expect(!navigator.perform(operation))
    #expect(source.path == before)
  }

  // MARK: Going to a path

  @Test func `A new path keeps the screens that match`() {
    let (navigator, source) = path("a", "b", "c", "d")
    let before = source.path.current.seen
    #expect(navigator.go(to: .stops("b", "x", "y"), on: .root))
    let after = source.path.current.seen
    #expect(after.map(\.name) == ["a", "b", "x", "y"])
    #expect(after[1].id == before[1].id)
    #expect(after[0] == before[0])
    // The last kept screen appears again, because a new screen is on it.
    #expect(!after[1].hasAppeared)
    #expect(after[2...].allSatisfy { !$0.hasAppeared })
  }

  @Test func `Going to an existing path removes the screens after it`() {
    let (navigator, source) = path("a", "b", "c")
    let before = source.path.current.seen
    #expect(navigator.go(to: .stops("b"), on: Stop("a")))
    #expect(source.path.current.names == ["a", "b"])
    #expect(source.path.current[1].id == before[1].id)
    #expect(!source.path.current[1].hasAppeared)
  }

  @Test func `A path that continues past the end keeps the appearance of the end`() {
    let (navigator, source) = path("a", "b")
    #expect(navigator.go(to: .stops("b", "c"), on: .root))
    #expect(source.path.current.seen.map(\.hasAppeared) == [true, true, false])
  }

  @Test func `An empty path removes the screens after the anchor`() {
    let (navigator, source) = path("a", "b", "c")
    #expect(navigator.go(to: [], on: .root))
    #expect(source.path.current.names == ["a"])
  }

  // MARK: Going back and dismissing

  @Test func `Going back keeps the anchor and the screens before it`() {
    let (navigator, source) = path("a", "b", "c", "d")
    let before = source.path.current.seen
    #expect(navigator.goBack(to: before[1].id))
    #expect(source.path.current.seen == Array(before[...1]))
    #expect(navigator.goBack(to: Stop("a")))
    #expect(source.path.current.names == ["a"])
  }

  @Test func `Dismissing the successor keeps the anchor and the screens before it`() {
    let (navigator, source) = path("a", "b", "c", "d")
    let before = source.path.current.seen
    #expect(navigator.dismissSuccessor(of: before[2].id))
    #expect(source.path.current.seen == Array(before[...2]))
    #expect(navigator.dismissSuccessor(of: Stop("a")))
    #expect(source.path.current.names == ["a"])
  }

  @Test func `Dismissing removes the screen and all screens after it`() {
    let (navigator, source) = path("a", "b", "c", "d")
    #expect(navigator.dismiss(id: source.path.current[2].id))
    #expect(source.path.current.names == ["a", "b"])
    #expect(navigator.dismiss(screen: Stop("b")))
    #expect(source.path.current.names == ["a"])
    #expect(!navigator.dismiss(screen: Stop("a")))
  }

  // MARK: Replacing the path

  @Test func `Replacing keeps the common beginning`() {
    let (navigator, source) = path("a", "b", "c")
    let before = source.path.current.seen
    #expect(navigator.replace(path: Stop("a"), Stop("b"), Stop("x"), Stop("y")))
    let after = source.path.current.seen
    #expect(after.map(\.name) == ["a", "b", "x", "y"])
    #expect(after.map(\.hasAppeared) == [true, false, false, false])
    #expect(after[1].id == before[1].id)
  }

  @Test func `Replacing with an equal path sends no update`() async {
    let (navigator, source) = path("a", "b")
    let before = source.path
    let updates = source.updates()
    #expect(navigator.replace(path: .stops("a", "b")))
    #expect(source.path == before)
    navigator.go(to: Stop("c"), on: Stop("b"))
    for await update in updates {
      #expect(update.current.names == ["a", "b", "c"])
      break
    }
  }

  @Test func `A path can be written as a literal`() {
    let (navigator, source) = path("a", "b")
    #expect(navigator.replace(path: [Stop("a"), Stop("x")]))
    #expect(navigator.go(to: [Stop("y"), Depot(name: "z")], on: Stop("x")))
    #expect(navigator.go(to: [Stop("w"), Stop("v")], on: source.path.current[2].id))
    #expect(source.path.current.names == ["a", "x", "y", "w", "v"])
  }

  @Test func `Replacing the root keeps the root's ID`() {
    let (navigator, source) = path("a", "b")
    #expect(navigator.replace(path: .stops("x", "y")))
    #expect(source.path.current[0].id == .root)
    #expect(source.path.current.names == ["x", "y"])
  }

  @Test func `A screen with another style is another screen`() {
    let (navigator, source) = path("a", "b")
    let before = source.path.current[1].id
    #expect(navigator.replace(path: Stop("a"), Stop("b", style: .sheet())))
    #expect(source.path.current[1].id != before)
    #expect(source.path.current[1].content.presentationStyle == .sheet())
  }

  // MARK: Content and appearance

  @Test func `Replaced content keeps the ID and the appearance`() {
    let (navigator, source) = path("a", "b", "c")
    let before = source.path.current.seen
    #expect(navigator.replaceContent(of: before[1].id, with: Stop("x")))
    #expect(navigator.replace(screen: Stop("a"), with: Stop("y")))
    let after = source.path.current.seen
    #expect(after.map(\.name) == ["y", "x", "c"])
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after.map(\.hasAppeared) == before.map(\.hasAppeared))
  }

  @Test func `The appearance of a screen is recorded`() {
    let source = Navigator.Datasource(root: Stop("a"))
    let navigator = Navigator(dataSource: source)
    #expect(!source.path.current[0].hasAppeared)
    #expect(navigator.didAppear(id: .root))
    #expect(source.path.current[0].hasAppeared)
  }

  // MARK: Length

  @Test func `The length of a path is limited`() {
    let source = Navigator.Datasource(root: Stop("0"))
    let navigator = Navigator(dataSource: source)
    for index in 1..<NavigationPath.maximumLength {
      #expect(navigator.go(to: Stop("\(index)"), on: source.path.current.last!.id))
    }
    let before = source.path
    #expect(!navigator.go(to: Stop("x"), on: before.current.last!.id))
    let long = (0...NavigationPath.maximumLength).map { AnyScreen(Stop("\($0)")) }
    #expect(!navigator.replace(path: long))
    #expect(!navigator.go(to: Array(long.dropFirst()), on: .root))
    #expect(source.path == before)
    #expect(navigator.go(to: Stop("x"), on: before.current[3].id))
    #expect(source.path.current.count == 5)
  }

  // MARK: IDs

  @Test func `The closure makes the IDs`() {
    let id = ScreenID()
    let source = Navigator.Datasource(root: Stop("a")) { id }
    Navigator(dataSource: source).go(to: Stop("b"), on: .root)
    #expect(source.path.current[1].id == id)
  }

  @Test func `A navigator can be used from many tasks`() async {
    let source = Navigator.Datasource(root: Stop("a"))
    let navigator = Navigator(dataSource: source)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { navigator.go(to: Stop("\(number)"), on: .root) }
      }
    }
    #expect(source.path.current.count == 2)
  }
}

@Suite struct TabPathTests {
  private let tabs = Stop("tabs")

  @Test func `A tab keeps the screens opened in it`() {
    let (navigator, source) = path("tabs", "one", "x", "y")
    let before = source.path.current.seen
    #expect(navigator.select(Stop("two"), in: tabs))
    #expect(source.path.current.names == ["tabs", "two"])
    navigator.go(to: Stop("z"), on: Stop("two"))
    #expect(navigator.select(Stop("one"), in: .root))
    #expect(source.path.current.seen == before)
    #expect(navigator.select(Stop("two"), in: .root))
    #expect(source.path.current.names == ["tabs", "two", "z"])
  }

  @Test func `Selecting the selected tab changes nothing`() {
    let (navigator, source) = path("tabs", "one", "x")
    let before = source.path.current.seen
    #expect(navigator.select(Stop("one"), in: tabs))
    #expect(source.path.current.seen == before)
  }

  @Test func `A path to another tab keeps the screens of the first tab`() {
    let (navigator, source) = path("tabs", "one", "x")
    navigator.select(Stop("two"), in: tabs)
    navigator.select(Stop("one"), in: tabs)
    #expect(navigator.replace(path: .stops("tabs", "two", "z")))
    #expect(source.path.current.names == ["tabs", "two", "z"])
    #expect(navigator.select(Stop("one"), in: tabs))
    #expect(source.path.current.names == ["tabs", "one", "x"])
  }

  @Test func `The nesting of hidden tabs is limited`() {
    let source = Navigator.Datasource(root: Stop("tabs"))
    let navigator = Navigator(dataSource: source)
    for round in 0..<200 {
      let last = source.path.current.last!.id
      navigator.select(Stop("one"), in: last)
      navigator.go(to: Stop("tabs \(round)"), on: source.path.current.last!.id)
      navigator.select(Stop("tab \(round)"), in: .root)
    }
    func count(_ screens: some Sequence<IdentifiedScreen>) -> Int {
      screens.map { 1 + ($0.otherTabs ?? []).map { count($0) }.reduce(0, +) }.reduce(0, +)
    }
    #expect(count(source.path.current) < 1000)
  }

  @Test func `A path to a tab replaces the tab's screens`() {
    let (navigator, source) = path("tabs", "one", "x")
    navigator.select(Stop("two"), in: tabs)
    #expect(navigator.replace(path: .stops("tabs", "one")))
    #expect(source.path.current.names == ["tabs", "one"])
  }
}

@Suite struct NavigatorToolTests {
  @Test func `A recorder records operations in order`() {
    let recorder = NavigatorRecorder()
    let id = ScreenID()
    recorder.navigator.go(to: Stop("b"), on: id)
    recorder.navigator.goBack(to: Stop("a"))
    recorder.navigator.replace(path: Stop("a"))
    #expect(
      recorder.operations == [
        .go(to: AnyScreen(Stop("b")), on: .id(id)), .goBack(to: .screen(AnyScreen(Stop("a")))),
        .replacePath(.stops("a")),
      ])
  }

  @Test func `A recorder can forward operations`() {
    let (navigator, source) = path("a", "b")
    let recorder = NavigatorRecorder(navigator)
    #expect(recorder.navigator.goBack(to: .root))
    #expect(!recorder.navigator.goBack(to: ScreenID()))
    #expect(recorder.navigator.path() == source.path)
    #expect(source.path.current.names == ["a"])
    #expect(recorder.operations.count == 2)
  }

  @Test func `Debugging prints operations and the resulting paths`() {
    let (navigator, source) = path("a", "b")
    let lines = Lines()
    let debugged = navigator.debug {
      lines.append($0)
    } dumpPath: {
      lines.append($0.current.names.joined(separator: "/"))
    }
    #expect(debugged.goBack(to: .root))
    #expect(!debugged.dismiss(id: .root))
    #expect(
      lines.all == [
        "Sent goBack(to: root).", "a", "Sent dismiss(root), which had no effect.", "a",
      ])
    #expect(source.path.current.names == ["a"])
  }
}

/// Collects lines.
final class Lines: Sendable {
  private let collected = Mutex<[String]>([])
  var all: [String] { collected.withLock { $0 } }
  func append(_ line: String) { collected.withLock { $0.append(line) } }
}
