import Cairn
import Testing

struct Thing: Equatable, Identifiable {
  let id: Int
  var name = ""
}

@Reducer
struct Editor {
  @Reducer(state: .equatable)
  enum Destination {
    case colors(Colors)
    case alert(AlertState<Never>)
  }
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var thing: Thing
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
struct Colors {}

@Reducer
struct Things {
  @Reducer(state: .equatable)
  enum Destination {
    case add(Editor)
    case edit(Editor)
    case duplicate(Editor)
    case search(Search)
  }
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var things: IdentifiedArrayOf<Thing> = []
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
struct Search {
  struct State: Equatable { var text = "" }
}

extension Editor.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.$destination.colors, "colors") { _ in Colors.State() }
  }
}

extension Things.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.$destination.add, "add") { _ in Editor.State(thing: Thing(id: 0)) }
    Route(\.$destination.edit, "items", \.thing.id) { id, state in
      state.things[id: id].map { Editor.State(thing: $0) }
    }
    Route(\.$destination.duplicate, "items", \.thing.id, "duplicate") { id, state in
      state.things[id: id].map { Editor.State(thing: $0) }
    }
    Route(\.$destination.search, "search", \.text) { text, _ in Search.State(text: text) }
  }
}

func location(_ path: String) -> Location { Location(path: path) ?? Location(["?"]) }

/// A state that presents itself.
struct Nest: Equatable, Routable {
  @Presents var inner: Nest?
  static var routes: some Routes<Self> {
    Route(\.inner, "in") { _ in Nest() }
  }
}

@Suite struct LocationTests {
  private let things = Things.State(things: [Thing(id: 7, name: "seven"), Thing(id: 8)])

  // MARK: Locations

  @Test(arguments: [
    "/", "/add", "/add/colors", "/items/7", "/items/7/colors", "/items/7/duplicate",
    "/items/8/duplicate/colors", "/search/a%2Fb", "/search/%F0%9F%AA%A8", "/search/~..",
    "/search/~",
    "/search/%C3%BC%20%3F%23",
  ])
  func `A location is read as it was written`(_ path: String) throws {
    var state = things
    let opened = state.open(location(path))
    #expect(opened.isComplete)
    #expect(!opened.isGone)
    #expect(state.location.path == path)
    var again = things
    again.open(state.location)
    #expect(again == state)
  }

  @Test func `The longest match wins`() {
    var state = things
    state.open(location("/items/7/duplicate"))
    #expect(state.destination?.duplicate?.thing.name == "seven")
    #expect(state.destination?.edit == nil)
  }

  @Test func `A child with locations continues the location`() {
    var state = things
    state.open(location("/items/7/colors"))
    #expect(state.destination?.edit?.destination == .colors(Colors.State()))
    #expect(state.location.segments == ["items", "7", "colors"])
  }

  @Test func `A missing item is reported, and its ancestor opens`() {
    var state = things
    state.destination = .search(Search.State(text: "a"))
    let opened = state.open(location("/items/99"))
    #expect(opened == OpenedLocation(opened: [], missing: ["items", "99"], isGone: true))
    #expect(state == things)
  }

  @Test(arguments: ["/items/007", "/items/+7", "/items/seven", "/items/%207", "/items/９"])
  func `A malformed ID is reported as gone`(_ path: String) {
    var state = things
    let opened = state.open(location(path))
    #expect(opened.isGone)
    #expect(state == things)
  }

  @Test func `The depth of a path is limited`() {
    let segments = Array(repeating: "in", count: 4000)
    var box = Nest()
    let opened = box.open(Location(segments))
    #expect(opened.opened.count == 128)
    #expect(opened.missing.count == 3872)
    #expect(box.location.segments.count == 128)
  }

  @Test func `Unknown segments are reported as missing`() {
    var state = things
    let opened = state.open(location("/items/7/what/else"))
    #expect(opened.opened == ["items", "7"])
    #expect(opened.missing == ["what", "else"])
    #expect(!opened.isGone)
    #expect(state.location.path == "/items/7")
    #expect(state.open(location("/nowhere")).missing == ["nowhere"])
    #expect(state == things)
  }

  @Test func `Screens that both locations have in common stay`() {
    var state = things
    state.open(location("/items/7"))
    state.destination?.edit?.thing.name = "typed"
    state.open(location("/items/7/colors"))
    #expect(state.destination?.edit?.thing.name == "typed")
    #expect(state.destination?.edit?.destination != nil)
    state.open(location("/items/7"))
    #expect(state.destination?.edit?.thing.name == "typed")
    #expect(state.destination?.edit?.destination == nil)
    state.open(location("/items/8"))
    #expect(state.destination?.edit?.thing == Thing(id: 8))
  }

  @Test func `Only one destination opens at a time`() {
    var state = things
    let opened = state.open(location("/add/items/7"))
    #expect(opened.opened == ["add"])
    #expect(opened.missing == ["items", "7"])
    #expect(state.destination?.add != nil)
  }

  @Test func `An alert has the location of the screen below it`() {
    var state = Editor.State(destination: nil, thing: Thing(id: 1))
    state.destination = .alert(AlertState { TextState("Sure?") })
    #expect(state.location.path == "/")
  }

  // MARK: Paths

  @Test func `Hostile segments are read as plain segments`() {
    #expect(Location(path: "/a//b/")?.segments == ["a", "b"])
    #expect(Location(path: "")?.segments == [])
    #expect(Location(path: "/a%2Fb/..%2f..")?.segments == ["a/b", "../.."])
    #expect(Location(path: "/%zz") == nil)
    #expect(Location(path: "/%ff%fe") == nil)
    #expect(Location(path: "/%00")?.segments == ["\0"])
    #expect(
      Location(["a b", "ü", "🪨", "<\"'>", "?#&"]).path
        == "/a%20b/%C3%BC/%F0%9F%AA%A8/%3C%22%27%3E/%3F%23%26")
  }

  @Test func `Locations are compared byte by byte`() {
    #expect(Location(["\u{e9}"]) != Location(["e\u{301}"]))
    #expect(
      Location(["a"], query: [.init("q", "\u{e9}")])
        != Location(["a"], query: [.init("q", "e\u{301}")]))
    #expect(Location(["a", "b"]) != Location(["a"]))
    var things = things
    things.destination = .search(Search.State(text: "e\u{301}"))
    things.open(Location(["search", "\u{e9}"]))
    #expect(things.destination?.search.map { Array($0.text.utf8) } == [0xc3, 0xa9])
  }

  /// Comparing these texts as characters takes a minute.
  @Test(.timeLimit(.minutes(30))) func `Many combining marks cost no more`() {
    let marks = String(repeating: "\u{301}\u{316}", count: 100_000)
    var things = things
    for text in ["a" + marks, "b" + marks, "a" + marks] {
      #expect(things.open(Location(["search", text])).isComplete)
      #expect(things.location == Location(["search", text]))
    }
  }

  @Test func `Dots and empty segments are encoded so that browsers keep them`() {
    #expect(Location(["", ".", "..", "~", "...", "~a"]).path == "/~/~./~../~~/.../~~a")
    #expect(Location(path: "/%7E/~%2e/~a/~~a")?.segments == ["", ".", "~a", "~a"])
  }

  @Test func `A location is never at a path of the server`() {
    for segment in ["", ".", "..", "~", "~a", "~.", "~health", "~~a", "a~", "é"] {
      #expect(!Location.isReserved(Location([segment]).path), "\(segment)")
    }
    for path in ["/~health", "/~a/b", "/~%61", "/~-"] { #expect(Location.isReserved(path)) }
    for path in ["/", "/a/~health", "/%7Ehealth", "~a"] { #expect(!Location.isReserved(path)) }
  }

  @Test(arguments: [
    "", ".", "..", "a/b", "%2F", "%", "🪨", "\0", "é", "e\u{301}", "\r\n", "+", "~k3", "?", "~",
    "~~", "~.", "~..", "~a", "~~a", "~...", "~/",
  ])
  func `Any segment survives encoding and decoding`(_ segment: String) throws {
    let before = Location(["a", segment, "b"])
    let after = try #require(Location(path: before.path))
    #expect(after.segments.map { Array($0.utf8) } == before.segments.map { Array($0.utf8) })
  }
}
