import CairnScreens

/// A test screen that's identified by its name.
struct Stop: Screen, Codable {
  let name: String
  var style = ScreenPresentationStyle.push
  var presentationStyle: ScreenPresentationStyle { style }

  init(_ name: String, style: ScreenPresentationStyle = .push) {
    self.name = name
    self.style = style
  }
}

/// A screen of another type.
struct Depot: Screen {
  let name: String
  var presentationStyle: ScreenPresentationStyle { .push }
}

/// An element of a path, for comparisons.
struct Seen: Equatable, CustomStringConvertible {
  let name: String
  let id: ScreenID
  var hasAppeared: Bool

  var description: String { "\(name)\(hasAppeared ? "" : "?")" }
}

extension NavigationPath {
  var seen: [Seen] {
    map {
      Seen(name: $0.content.unwrap(Stop.self)?.name ?? "-", id: $0.id, hasAppeared: $0.hasAppeared)
    }
  }

  var names: [String] { seen.map(\.name) }
}

extension [AnyScreen] {
  static func stops(_ names: String...) -> [AnyScreen] { names.map { AnyScreen(Stop($0)) } }
}

/// Makes a path of stops that have all appeared, and its navigator.
func path(_ names: String...) -> (Navigator, Navigator.Datasource) {
  let dataSource = Navigator.Datasource(
    path: NavigationPath(
      names.enumerated().map { index, name in
        IdentifiedScreen(
          id: index == 0 ? .root : ScreenID(), content: Stop(name), hasAppeared: true)
      }))
  return (Navigator(dataSource: dataSource), dataSource)
}
