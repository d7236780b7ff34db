import Cairn
import Testing

struct Walk: Equatable, Routable {
  var path = StackState<String>()
  static var routes: some Routes<Self> {
    StackRoute(\.path) {
      $0
    } open: { segment, _, _ in
      segment.hasPrefix("x") ? nil : segment
    }
  }
}

struct Wizard: Equatable, Routable {
  var steps = StackState<Int>()
  static var routes: some Routes<Self> {
    StackRoute(
      \.steps, steps: { $0 }, open: { last, _ in (1...5).contains(last) ? Array(1...last) : nil })
  }
}

/// A stack of elements of one type, with two segments each, that present a destination.
struct Tour: Equatable, Routable {
  struct Stop: Equatable, Routable {
    var day: Int
    var town: String
    @Presents var photo: Photo?
    var zoom = 1

    static var routes: some Routes<Self> {
      Query(\.zoom, "zoom", default: 1)
      Route(\.photo, "photo", \.number) { number, _ in number < 10 ? Photo(number: number) : nil }
    }
  }

  struct Photo: Equatable { var number: Int }

  var stops = StackState<Stop>()

  static var routes: some Routes<Self> {
    StackRoute(\.stops) { stop in
      ["\(stop.day)", stop.town]
    } open: { segments, before, _ in
      // Each stop is one day after the previous one.
      guard segments.first == "\(before.count + 1)", let town = segments.dropFirst().first else {
        return nil
      }
      return Stop(day: before.count + 1, town: town)
    }
  }
}

/// Steps, of which the last presents a destination.
struct Tutorial: Equatable, Routable {
  struct Page: Equatable, Routable {
    var number: Int
    @Presents var hint: Int?
    static var routes: some Routes<Self> {
      Route(\.hint, "hint") { $0.number }
    }
  }

  var pages = StackState<Page>()

  static var routes: some Routes<Self> {
    StackRoute(\.pages, steps: \.number) { last, _ in
      (1...5).contains(last) ? (1...last).map { Page(number: $0) } : nil
    }
  }
}

@Suite struct StackRouteTests {
  @Test func `A stack has a segment for each element`() {
    var walk = Walk()
    #expect(walk.open(location("/a/b%2Fc/d")).isComplete)
    #expect(Array(walk.path) == ["a", "b/c", "d"])
    #expect(walk.location.path == "/a/b%2Fc/d")
    let ids = walk.path.ids
    walk.open(location("/a/b%2Fc/e"))
    #expect(walk.path.ids.prefix(2) == ids.prefix(2))
    #expect(walk.path.ids.last != ids.last)
    walk.open(location("/a"))
    #expect(walk.path.ids == [ids[0]])
    walk.open(location("/"))
    #expect(walk.path.isEmpty)
  }

  @Test func `A stack opens as far as possible`() {
    var walk = Walk()
    let opened = walk.open(location("/a/b/xc/d"))
    #expect(opened.opened == ["a", "b"])
    #expect(opened.missing == ["xc", "d"])
    #expect(Array(walk.path) == ["a", "b"])
  }

  @Test func `The length of a stack is limited`() {
    var walk = Walk()
    walk.open(Location(Array(repeating: "a", count: 10_000)))
    #expect(walk.path.count == 64)
  }

  @Test func `The segment of the last step opens all steps before it`() {
    var wizard = Wizard()
    #expect(wizard.open(location("/3")).isComplete)
    #expect(Array(wizard.steps) == [1, 2, 3])
    #expect(wizard.location.path == "/3")
    let ids = wizard.steps.ids
    wizard.open(location("/4"))
    #expect(Array(wizard.steps.ids.prefix(3)) == Array(ids))
    wizard.open(location("/2"))
    #expect(Array(wizard.steps.ids) == Array(ids.prefix(2)))
    #expect(wizard.open(location("/9")).isGone)
    #expect(wizard.steps.isEmpty)
  }

  // MARK: Elements that continue

  @Test(arguments: [
    "/1/Bern", "/1/Bern/2/Bonn", "/1/Bern/photo/3", "/1/Bern/2/Bonn/photo/3",
    "/1/Bern/photo/3/2/Bonn/photo/4", "/1/Bern/2/Bonn?zoom=&zoom=2",
    "/1/Bern/photo/3/2/Bonn?zoom=3&zoom=2",
  ])
  func `The location of a stack includes what its elements present`(url: String) throws {
    let location = try #require(Location(url: url))
    var tour = Tour()
    #expect(tour.open(location) == .init(opened: location.segments, missing: [], isGone: false))
    #expect(tour.location.url == url)
    var again = tour
    again.open(location)
    #expect(again == tour)
  }

  @Test func `A presentation is opened on its element`() {
    var tour = Tour()
    tour.open(location("/1/Bern/2/Bonn/photo/3"))
    #expect(
      Array(tour.stops) == [
        Tour.Stop(day: 1, town: "Bern"),
        Tour.Stop(day: 2, town: "Bonn", photo: Tour.Photo(number: 3)),
      ])
    let ids = tour.stops.ids
    tour.open(location("/1/Bern/2/Bonn"))
    #expect(tour.stops.last == Tour.Stop(day: 2, town: "Bonn"))
    #expect(tour.stops.ids == ids)
    tour.open(location("/1/Bern/photo/4"))
    #expect(Array(tour.stops) == [Tour.Stop(day: 1, town: "Bern", photo: Tour.Photo(number: 4))])
    #expect(tour.stops.ids.first == ids.first)
  }

  @Test(
    arguments: [
      ("/2/Bern", [], true),
      ("/1/Bern/3/Bonn", ["1", "Bern"], true),
      ("/1/Bern/1/Bern", ["1", "Bern"], true),
      ("/1/Bern/photo/99", ["1", "Bern"], true),
      ("/1/Bern/photo/99/2/Bonn", ["1", "Bern"], true),
      ("/1/Bern/photo/3/photo/4", ["1", "Bern", "photo", "3"], true),
      ("/1/Bern/2", ["1", "Bern"], true),
    ] as [(String, [String], Bool)])
  func `Segments in the wrong order open the nearest ancestor`(
    path: String, opened: [String], isGone: Bool
  ) {
    var tour = Tour()
    let result = tour.open(location(path))
    #expect(result.opened == opened)
    #expect(result.missing == Array(location(path).segments.dropFirst(opened.count)))
    #expect(result.isGone == isGone)
    #expect(tour.location.segments == opened)
  }

  @Test func `The segment of the last step includes its presentation`() {
    var tutorial = Tutorial()
    #expect(tutorial.open(location("/3/hint")).isComplete)
    #expect(tutorial.pages.map(\.number) == [1, 2, 3])
    #expect(tutorial.pages.last?.hint == 3)
    #expect(tutorial.location.path == "/3/hint")
    let ids = tutorial.pages.ids
    tutorial.open(location("/3"))
    #expect(tutorial.pages.last?.hint == nil)
    #expect(tutorial.pages.ids == ids)
    #expect(tutorial.open(location("/3/what")).opened == ["3"])
  }

  @Test func `A segment after a stack opens its destination`() {
    var desk = Desk()
    #expect(desk.open(location("/1/Bern/help")).isComplete)
    #expect(desk.tour.count == 1)
    #expect(desk.help == "help")
    #expect(desk.location.path == "/1/Bern/help")
    #expect(desk.open(location("/help")).isComplete)
    #expect(desk.tour.isEmpty)
  }
}

/// A stack, and a sheet over it.
private struct Desk: Equatable, Routable {
  var tour = StackState<Tour.Stop>()
  @Presents var help: String?

  static var routes: some Routes<Self> {
    StackRoute(\.tour) { stop in
      ["\(stop.day)", stop.town]
    } open: { segments, before, _ in
      Int(segments.first ?? "").map {
        Tour.Stop(day: $0, town: segments.dropFirst().first ?? "")
      }
    }
    Route(\.help, "help") { _ in "help" }
  }
}
