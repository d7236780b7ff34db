import CairnScreens
import CairnViews
import Foundation
import Testing

@Suite struct ScreenTests {
  @Test func `Erased screens compare type, value, and style`() {
    #expect(AnyScreen(Stop("a")) == AnyScreen(Stop("a")))
    #expect(AnyScreen(Stop("a")) != AnyScreen(Stop("b")))
    #expect(AnyScreen(Stop("a")) != AnyScreen(Depot(name: "a")))
    #expect(AnyScreen(Stop("a")) != AnyScreen(Stop("a", style: .cover)))
    #expect(AnyScreen(Varied(style: .push)) != AnyScreen(Varied(style: .popover)))
    #expect(Set([AnyScreen(Stop("a")), AnyScreen(Stop("a")), AnyScreen(Stop("b"))]).count == 2)
  }

  /// A screen whose style is not a part of its value.
  struct Varied: Screen {
    let style: ScreenPresentationStyle
    var presentationStyle: ScreenPresentationStyle { style }

    static func == (one: Self, other: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  @Test func `An erased screen has its type`() {
    let screen = Stop("a").eraseToAnyScreen()
    #expect(screen.unwrap() == Stop("a"))
    #expect(screen.unwrap(Depot.self) == nil)
    #expect(screen.is(Stop.self))
    #expect(!screen.is(Depot.self))
    #expect(screen.eraseToAnyScreen() == screen)
    #expect(screen.eraseToAnyScreen().base is Stop)
  }

  @Test func `Outside a root, the current screen isn't on any path`() {
    struct Elsewhere {
      @Environment(\.currentScreenID) var currentScreenID
    }
    let (navigator, source) = path("a", "b")
    #expect(!navigator.goBack(to: Elsewhere().currentScreenID))
    #expect(source.path.current.names == ["a", "b"])
  }

  @Test func `The ID of the root is fixed`() {
    #expect(ScreenID.root == ScreenID.root)
    #expect(ScreenID() != ScreenID())
    #expect(Navigator.Datasource(root: Stop("a")).path.current[0].id == .root)
  }

  @Test(arguments: [
    (HomeScreen.pathName, "home"), (TrainDetailScreen.pathName, "train-detail"),
    (URLListScreen.pathName, "url-list"), (Stop.pathName, "stop"), (Screen3D.pathName, "screen3d"),
    (Named.pathName, "other"),
  ])
  func `The default segment of a screen comes from its type's name`(
    pathName: String, expected: String
  ) {
    #expect(pathName == expected)
  }

  struct HomeScreen: Screen { var presentationStyle: ScreenPresentationStyle { .push } }
  struct TrainDetailScreen: Screen { var presentationStyle: ScreenPresentationStyle { .push } }
  struct URLListScreen: Screen { var presentationStyle: ScreenPresentationStyle { .push } }
  struct Screen3D: Screen { var presentationStyle: ScreenPresentationStyle { .push } }
  struct Named: Screen {
    var presentationStyle: ScreenPresentationStyle { .push }
    static var pathName: String { "other" }
  }

  @Test func `A presentation style is encoded as one word`() throws {
    let styles: [ScreenPresentationStyle] = [
      .push, .sheet(), .sheet(allowsPush: false), .popover, .cover,
    ]
    let words = try styles.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    #expect(words == [#""push""#, #""sheet""#, #""single-sheet""#, #""popover""#, #""cover""#])
    for (style, word) in zip(styles, words) {
      #expect(
        try JSONDecoder().decode(ScreenPresentationStyle.self, from: Data(word.utf8)) == style)
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ScreenPresentationStyle.self, from: Data(#""drawer""#.utf8))
    }
  }
}
