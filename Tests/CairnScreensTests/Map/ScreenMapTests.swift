import CairnViews
import Testing

@testable import CairnScreens

@Suite struct ScreenMapTests {
  @Test func `The map of a state lists its screens and stacks`() {
    let map = ScreenMap(of: Tracker.State.self)
    #expect(
      map.table == """
        Screen           Location                               Leads to
        Tracker          /?status={status}&page={page}&q={q}    TrackedIssue, Comments, CommentSettings, Search
        TrackedIssue     /{id}?tab={tab}                        Editor, TrackedIssue, Comments, CommentSettings
        Editor           /{id}/edit                             Colors
        Colors           /{id}/edit/colors
        TrackedIssue     /new/issue?tab={tab}                   Editor, TrackedIssue, Comments, CommentSettings
        Editor           /new/issue/edit                        Colors
        Colors           /new/issue/edit/colors
        Comments         /comments?page={page}&newest={newest}  Search, TrackedIssue, Comments, CommentSettings
        Search           /comments/search/{text}
        CommentSettings  /comments/of/{issue}                   TrackedIssue, Comments, CommentSettings
        Search           /help
        """)
  }

  @Test func `The map of a tree lists the shortest paths`() {
    let map = ScreenMap(of: TreeOutline(LocationTree.self))
    #expect(
      map.table == """
        Screen        Location                                    Leads to
        SecretScreen  /secret                                     PlaceScreen
        HomeScreen    /home                                       DetailScreen, TabsScreen
        DetailScreen  /home/detail?id={id}&tag={tag}              PlaceScreen, SecretScreen, TabsScreen, DetailScreen
        PlaceScreen   /secret/place/{country}/{city}?zoom={zoom}
        TabsScreen    /home/tabs                                  FirstTab, SecondTab
        FirstTab      /home/tabs/first-tab                        DetailScreen
        SecondTab     /home/tabs/second-tab
        """)
  }

  /// A tree whose parts are used in several places.
  struct SharedTree: NavigationTree {
    struct Settings: NavigationTree {
      var builder: some PathBuilder { Screen(PlaceScreen.self) { Text("settings") } }
    }
    struct Common: NavigationTree {
      var builder: some PathBuilder {
        Settings()
        Screen(FirstTab.self) { Text("help") }
      }
    }
    var builder: some PathBuilder {
      Screen(HomeScreen.self) {
        Text("home")
      } nesting: {
        Screen(DetailScreen.self) {
          Text("a")
        } nesting: {
          Settings()
        }
        Common()
        Screen(TabsScreen.self) {
          Text("b")
        } nesting: {
          Common()
        }
      }
    }
  }

  @Test func `A subtree shared by several screens is listed for each of them`() {
    let map = ScreenMap(of: TreeOutline(SharedTree.self))
    func targets(_ name: String) -> Set<String> {
      let index = map.nodes.firstIndex { $0.name == name }
      return Set(map.edges.filter { $0.from == index }.map { map.nodes[$0.to].name })
    }
    #expect(targets("TabsScreen") == ["PlaceScreen", "FirstTab"])
    #expect(targets("DetailScreen") == ["PlaceScreen"])
    #expect(targets("HomeScreen") == ["DetailScreen", "PlaceScreen", "FirstTab", "TabsScreen"])
  }

  /// A state that contains its own type.
  struct Folder: Routable {
    var open: [Folder] = []
    static var routes: some Routes<Self> {
      Route(\.first, "folder") { _ in Folder() }
    }
    var first: Folder? {
      get { open.first }
      set { open = newValue.map { [$0] } ?? [] }
    }
  }

  @Test func `The map of a recursive state is finite`() {
    let map = ScreenMap(of: Folder.self)
    #expect(map.nodes.map(\.location) == ["/", "/folder"])
    #expect(map.edges.map { [$0.from, $0.to] } == [[0, 1], [1, 1]])
  }

  @Test func `The map is exported as Mermaid and DOT`() {
    let map = ScreenMap(of: TreeOutline(LocationTree.DetailTree.self))
      .mounted(at: Location(["a&b"]))
    #expect(
      map.mermaid.hasPrefix(
        "flowchart LR\n  s0[\"DetailScreen<br>/a%26b/detail?id={id}&amp;tag={tag}\"]"))
    #expect(map.mermaid.contains("\n  s0 --> s0\n"))
    #expect(map.dot.hasPrefix("digraph map {"))
    #expect(map.dot.contains("label=<<b>DetailScreen</b><br/>/a%26b/detail?id={id}&amp;tag={tag}>"))
    #expect(map.dot.contains("s0 -> s0;"))
    let stack = ScreenMap(of: Tracker.State.self)
    #expect(stack.mermaid.contains("-.->"))
    #expect(stack.dot.contains("[style=dashed]"))
  }
}
