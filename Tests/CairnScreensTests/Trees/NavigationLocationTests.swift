import CairnViews
import Testing

@testable import CairnScreens

struct HomeScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

struct DetailScreen: Screen, Codable {
  var id: Int
  var tag: String?
  var presentationStyle: ScreenPresentationStyle { .push }
}

struct PlaceScreen: Screen, Codable {
  let country: String
  let city: String
  var zoom: Int?
  var presentationStyle: ScreenPresentationStyle { .sheet() }

  static var pathArguments: [any CodingKey] { [CodingKeys.country, CodingKeys.city] }
}

struct TabsScreen: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

struct FirstTab: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

struct SecondTab: Screen, Codable {
  var presentationStyle: ScreenPresentationStyle { .push }
}

/// A screen that isn't `Codable`.
struct SecretScreen: Screen {
  var presentationStyle: ScreenPresentationStyle { .push }
}

struct LocationTree: NavigationTree {
  var isLocked: () -> Bool = { false }

  var builder: some PathBuilder {
    If(isLocked) {
      Wildcard(
        screen: SecretScreen(), pathBuilder: PathBuilders.screen(SecretScreen.self) { Text("lock") }
      )
    } else: {
      Screen(HomeScreen.self) {
        Text("home")
      } nesting: {
        DetailTree()
        Screen(TabsScreen.self) { Text("never") }
      }
    }
  }

  struct DetailTree: NavigationTree {
    var builder: some PathBuilder {
      Screen { (screen: DetailScreen) in
        Text("detail \(screen.id)")
      } nesting: {
        DetailTree().eraseCircularNavigationPath()
        Screen(PlaceScreen.self) { Text("place") }
        Screen(SecretScreen.self) {
          Text("secret")
        } nesting: {
          Screen(PlaceScreen.self) { Text("place") }
        }
        Tabs(TabsScreen.self) {
          Tab("One", FirstTab()) {
            Text("one")
          } nesting: {
            DetailTree().eraseCircularNavigationPath()
          }
          Tab("Two", SecondTab()) { Text("two") }
        }
      }
    }
  }
}

@Suite struct NavigationLocationTests {
  private func navigation(
    _ screens: any Screen..., isLocked: @escaping () -> Bool = { false }
  ) -> Navigation {
    let source = Navigator.Datasource(root: HomeScreen())
    let navigation = Navigation(
      dataSource: source, navigator: Navigator(dataSource: source),
      tree: LocationTree(isLocked: isLocked))
    if !screens.isEmpty {
      navigation.navigator.replace(path: screens.map { AnyScreen($0) })
    }
    return navigation
  }

  /// A path and its URL.
  struct Addressed: CustomTestStringConvertible {
    let url: String
    let path: [AnyScreen]

    init(_ url: String, _ screens: any Screen...) {
      self.url = url
      path = screens.map { AnyScreen($0) }
    }

    var testDescription: String { url }

    static let all = [
      Addressed("/home", HomeScreen()),
      Addressed("/home/detail?id=0", HomeScreen(), DetailScreen(id: 0)),
      Addressed("/home/detail?id=0&tag=a%20b", HomeScreen(), DetailScreen(id: 0, tag: "a b")),
      Addressed(
        "/home/detail/detail?id=0&id=1", HomeScreen(), DetailScreen(id: 0), DetailScreen(id: 1)),
      Addressed(
        "/home/detail/detail?id=0&tag=&id=1&tag=x", HomeScreen(), DetailScreen(id: 0),
        DetailScreen(id: 1, tag: "x")),
      Addressed("/home/detail?id=0&tag=~", HomeScreen(), DetailScreen(id: 0, tag: "")),
      Addressed("/home/detail?id=0&tag=~~", HomeScreen(), DetailScreen(id: 0, tag: "~")),
      Addressed(
        "/home/detail/detail?id=0&tag=x&id=1", HomeScreen(), DetailScreen(id: 0, tag: "x"),
        DetailScreen(id: 1)),
      Addressed(
        "/home/detail/place/no/Oslo?id=0", HomeScreen(), DetailScreen(id: 0),
        PlaceScreen(country: "no", city: "Oslo")),
      Addressed(
        "/home/detail/place/a%2Fb/~?id=0&zoom=3", HomeScreen(), DetailScreen(id: 0),
        PlaceScreen(country: "a/b", city: "", zoom: 3)),
      Addressed(
        "/home/detail/tabs/second-tab?id=0", HomeScreen(), DetailScreen(id: 0), TabsScreen(),
        SecondTab()),
    ]
  }

  @Test(arguments: Addressed.all)
  func `A path has a location that opens it`(addressed: Addressed) throws {
    let source = Navigator.Datasource(root: HomeScreen())
    Navigator(dataSource: source).replace(path: addressed.path)
    let written = Navigation(
      dataSource: source, navigator: Navigator(dataSource: source), tree: LocationTree())
    #expect(written.location.url == addressed.url)
    let opened = navigation()
    let location = try #require(Location(url: addressed.url))
    #expect(opened.open(location).isComplete)
    #expect(opened.dataSource.path.current.map(\.content) == addressed.path)
    #expect(opened.matchingLocation(location) == location)
  }

  @Test(arguments: [
    ("/home/nothing", "/home", ["nothing"]),
    ("/nothing", "/home", ["nothing"]),
    ("/home/detail", "/home", ["detail"]),
    ("/home/detail?id=x", "/home", ["detail"]),
    ("/home/place/no/Oslo", "/home", ["place", "no", "Oslo"]),
    ("/home/detail/place/no?id=0", "/home/detail?id=0", ["place", "no"]),
    ("/home/detail/secret?id=0", "/home/detail?id=0", ["secret"]),
    ("/home/detail/tabs/home?id=0", "/home/detail/tabs?id=0", ["home"]),
  ])
  func `A location outside the tree opens the nearest ancestor`(
    url: String, nearest: String, missing: [String]
  ) throws {
    let navigation = navigation()
    let opened = navigation.open(try #require(Location(url: url)))
    #expect(!opened.isComplete)
    #expect(opened.missing == missing)
    #expect(navigation.location.url == nearest)
  }

  @Test func `The location ends before a screen that can't be in a URL`() {
    let navigation = navigation(
      HomeScreen(), DetailScreen(id: 0), SecretScreen(), PlaceScreen(country: "no", city: "Oslo"))
    #expect(navigation.location.url == "/home/detail?id=0")
  }

  @Test func `The location ends before a screen that doesn't fit`() {
    let long = String(repeating: "x", count: 1500)
    let navigation = navigation(
      HomeScreen(), DetailScreen(id: 0, tag: long), DetailScreen(id: 1, tag: long),
      DetailScreen(id: 2))
    #expect(navigation.location.segments == ["home", "detail"])
  }

  @Test func `The location ends before a screen that isn't built`() {
    #expect(navigation(HomeScreen(), PlaceScreen(country: "a", city: "b")).location.url == "/home")
  }

  @Test func `A wildcard keeps the path behind it`() throws {
    var isLocked = true
    let navigation = navigation(isLocked: { isLocked })
    let location = try #require(Location(url: "/home/detail?id=0"))
    #expect(navigation.open(location).isComplete)
    #expect(navigation.location == location)
    #expect(navigation.shown?.built.screen == AnyScreen(SecretScreen()))
    isLocked = false
    #expect(navigation.location == location)
    #expect(navigation.shown?.rest.first?.built.screen == AnyScreen(DetailScreen(id: 0)))
  }

  @Test func `Equal locations make equal IDs`() throws {
    let location = try #require(Location(url: "/home/detail/detail?id=0&id=0"))
    let (one, other) = (navigation(), navigation())
    _ = one.open(location)
    _ = other.open(location)
    #expect(one.dataSource.path.current == other.dataSource.path.current)
    #expect(Set(one.dataSource.path.current.map(\.id)).count == 3)
  }

  @Test func `Opening a location keeps existing screens`() throws {
    let navigation = navigation(HomeScreen(), DetailScreen(id: 0), DetailScreen(id: 1))
    let before = navigation.dataSource.path.current
    _ = navigation.open(try #require(Location(url: "/home/detail/detail?id=0&id=2")))
    let after = navigation.dataSource.path.current
    #expect(after[1].id == before[1].id)
    #expect(after[2].id != before[2].id)
    _ = navigation.open(Location())
    #expect(navigation.dataSource.path.current.map(\.id) == [.root])
  }

  @Test(arguments: [false, true])
  func `The root URL opens the initial path`(_ isNavigated: Bool) throws {
    let beginning = [AnyScreen(HomeScreen()), AnyScreen(DetailScreen(id: 7))]
    let source =
      isNavigated
      ? Navigator.Datasource(root: HomeScreen())
      : Navigator.Datasource(
        path: beginning.enumerated().map {
          IdentifiedScreen(
            id: $0 == 0 ? .root : ScreenID(), content: $1, hasAppeared: false)
        })
    let navigator = Navigator(dataSource: source)
    if isNavigated { navigator.go(to: DetailScreen(id: 7), on: .root) }
    let navigation = Navigation(dataSource: source, navigator: navigator, tree: LocationTree())
    #expect(navigation.open(Location()).isComplete)
    #expect(source.path.current.map(\.content) == beginning)
    // The root URL opens the initial path from any screen.
    navigator.replace(path: HomeScreen(), DetailScreen(id: 1), DetailScreen(id: 2))
    _ = navigation.open(Location())
    #expect(source.path.current.map(\.content) == beginning)
    // Other URLs determine their own path.
    _ = navigation.open(try #require(Location(url: "/home")))
    #expect(source.path.current.map(\.content) == [AnyScreen(HomeScreen())])
    _ = navigation.open(try #require(Location(url: "/nowhere")))
    #expect(source.path.current.map(\.content) == [AnyScreen(HomeScreen())])
  }

  @Test func `The initial path ends with its URL`() {
    let source = Navigator.Datasource(root: HomeScreen())
    let navigator = Navigator(dataSource: source)
    navigator.replace(path: HomeScreen(), DetailScreen(id: 7), SecretScreen())
    let navigation = Navigation(dataSource: source, navigator: navigator, tree: LocationTree())
    _ = navigation.open(Location())
    #expect(navigation.location.url == "/home/detail?id=7")
    #expect(source.path.current.count == 2)
  }

  @Test func `A URL with reordered query items is the same place`() throws {
    let navigation = navigation(HomeScreen(), DetailScreen(id: 0, tag: "x"))
    let current = navigation.location
    #expect(
      navigation.matchingLocation(try #require(Location(url: "/home/detail?tag=x&id=0&other=1")))
        == current)
    #expect(navigation.matchingLocation(try #require(Location(url: "/home/detail?id=1"))) == nil)
    #expect(navigation.matchingLocation(try #require(Location(url: "/home"))) == nil)
  }

  @Test func `A page below the current one has its own query`() throws {
    let navigation = navigation(HomeScreen(), DetailScreen(id: 0), DetailScreen(id: 1))
    #expect(navigation.hasQuery(try #require(Location(url: "/home/detail?id=0"))))
    #expect(!navigation.hasQuery(try #require(Location(url: "/home/detail?id=1"))))
  }

  @Test func `A long location is rejected and costs little`() throws {
    let count = NavigationPath.maximumLength
    let segments = ["home"] + Array(repeating: "detail", count: count - 1)
    let query = (1..<count).map { Location.QueryItem("id", "\($0)") }
    let navigation = navigation()
    #expect(navigation.open(Location(segments, query: query)).isComplete)
    #expect(navigation.dataSource.path.current.count == count)
    let opened = self.navigation().open(
      Location(segments + ["detail"], query: query + [Location.QueryItem("id", "0")]))
    #expect(opened.isTooLong)
    #expect(opened.opened.isEmpty)
  }

  @Test func `A screen with tabs needs room for a tab`() {
    let navigation = navigation()
    for index in 1..<NavigationPath.maximumLength - 1 {
      let last = navigation.dataSource.path.current.last!.id
      navigation.navigator.go(to: DetailScreen(id: index), on: last)
    }
    let last = navigation.dataSource.path.current.last!.id
    #expect(navigation.navigator.go(to: TabsScreen(), on: last))
    #expect(!navigation.update())
    #expect(navigation.steps(of: navigation.dataSource.path.current).count == 47)
    #expect(navigation.location.segments.last == "detail")
  }

  @Test func `A screen with tabs shows the first tab`() {
    let navigation = navigation(HomeScreen(), DetailScreen(id: 0), TabsScreen())
    #expect(navigation.update())
    #expect(navigation.location.url == "/home/detail/tabs/first-tab?id=0")
    #expect(!navigation.update())
    // The result is the same as opening the location.
    let opened = self.navigation()
    _ = opened.open(navigation.location)
    #expect(opened.dataSource.path.current.last?.id == navigation.dataSource.path.current.last?.id)
  }

  // MARK: Storing

  @Test func `A path is stored with its tabs`() throws {
    let navigation = navigation(
      HomeScreen(), DetailScreen(id: 0), TabsScreen(), FirstTab(), DetailScreen(id: 1, tag: "t"))
    navigation.navigator.select(SecondTab(), in: TabsScreen())
    navigation.navigator.didAppear(id: .root)
    let path = navigation.dataSource.path.current
    let read = try #require(navigation.decoded(try path.encoded()))
    #expect(read.isWhole)
    #expect(read.path == path)
    #expect(
      read.path[2].otherTabs?.first?.last?.content == AnyScreen(DetailScreen(id: 1, tag: "t")))
  }

  @Test func `An unreadable stored screen ends the path`() throws {
    let navigation = navigation(HomeScreen(), DetailScreen(id: 0), DetailScreen(id: 1))
    let bytes = try navigation.dataSource.path.current.encoded()
    let text = String(decoding: bytes, as: UTF8.self)
    let read = try #require(
      navigation.decoded(Array(text.replacing(#""id":1"#, with: #""number":1"#).utf8)))
    #expect(!read.isWhole)
    #expect(read.path.map(\.content) == [AnyScreen(HomeScreen()), AnyScreen(DetailScreen(id: 0))])
    #expect(navigation.decoded([1, 2, 3]) == nil)
    #expect(navigation.decoded(Array("[]".utf8)) == nil)
  }

  @Test func `Screens that can't be stored are listed`() {
    #expect(navigation().unstoredScreens.map { "\($0)" } == ["SecretScreen"])
  }
}
