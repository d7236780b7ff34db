import Foundation

/// A screen of the trains sample, as the tests model it.
enum TrainsPlace: Hashable {
  case home
  case detail(Int)
  case capacity
  case settings(String)
  case shortcuts(String)
  case station(String)
  case departures
  case arrivals

  static let names = ["Northern Star", "Alpine", "Coast Line", "Night Owl"]
  static let origins = ["Oslo", "Zürich", "Porto", "Vienna"]

  /// Whether the screen replaces the one below, as a pushed screen does.
  var isPushed: Bool {
    switch self {
    case .capacity: false
    case .settings(let style), .shortcuts(let style): style == "push"
    default: true
    }
  }

  var isTab: Bool { self == .departures || self == .arrivals }

  fileprivate var segments: [String] {
    switch self {
    case .home: ["home"]
    case .detail: ["detail"]
    case .capacity: ["capacity"]
    case .settings: ["settings"]
    case .shortcuts: ["shortcuts"]
    case .station(let name):
      ["station", name.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!]
    case .departures: ["departures"]
    case .arrivals: ["arrivals"]
    }
  }

  fileprivate var query: String? {
    switch self {
    case .detail(let id): "id=\(id)"
    case .settings(let style), .shortcuts(let style): "style=\(style)"
    default: nil
    }
  }
}

/// A path of the trains sample in plain Swift, with its URL and the effect of each button.
struct TrainsPath: Hashable {
  var places: [TrainsPlace]

  init(_ places: TrainsPlace...) { self.places = places }
  init(_ places: [TrainsPlace]) { self.places = places }

  var url: String {
    let query = places.compactMap(\.query).joined(separator: "&")
    return "/trains/" + places.flatMap(\.segments).joined(separator: "/")
      + (query.isEmpty ? "" : "?\(query)")
  }

  /// Parses the path from a page's address, without the scene ID.
  init?(address: String) {
    let parts = address.split(separator: "?", maxSplits: 1)
    guard parts[0].hasPrefix("/trains") else { return nil }
    var segments = parts[0].split(separator: "/").dropFirst().map {
      String($0).removingPercentEncoding ?? ""
    }[...]
    var items = (parts.count > 1 ? parts[1].split(separator: "&") : [])
      .filter { !$0.hasPrefix("~") }.map { $0.split(separator: "=").map(String.init) }
    func take(_ name: String) -> String? {
      guard let index = items.firstIndex(where: { $0[0] == name }) else { return nil }
      return items.remove(at: index)[1]
    }
    places = []
    while let name = segments.popFirst() {
      switch name {
      case "home": places.append(.home)
      case "detail": places.append(.detail(Int(take("id") ?? "") ?? -1))
      case "capacity": places.append(.capacity)
      case "settings": places.append(.settings(take("style") ?? ""))
      case "shortcuts": places.append(.shortcuts(take("style") ?? ""))
      case "station": places.append(.station(segments.popFirst() ?? ""))
      case "departures": places.append(.departures)
      case "arrivals": places.append(.arrivals)
      default: return nil
      }
    }
    if places.isEmpty { places = [.home] }
  }

  /// Whether the bar has a Back button, because the layer has a screen below.
  var hasBack: Bool {
    let top = places.reversed().prefix { $0.isPushed }.count
    let layer = places.suffix(top + (top < places.count ? 1 : 0))
    return layer.filter { !$0.isTab }.count > 1
  }

  /// The target of the bar's Back button. A tab is dismissed together with its station.
  var back: TrainsPath {
    TrainsPath(Array(places.dropLast(places.last?.isTab == true ? 2 : 1)))
  }

  /// The path after tapping a button, or `nil` if the tests don't know the button.
  func tapping(_ button: String) -> TrainsPath? {
    var places = places
    switch button {
    case "Settings": places.append(.settings("sheet"))
    case "Shortcuts": places.append(.shortcuts("push"))
    case "Capacity": places.append(.capacity)
    case "Done": places.removeLast()
    case "Lock", "Unlock", "Apply": break
    case "Next train":
      guard case .detail(let id)? = places.popLast() else { return nil }
      places.append(.detail((id + 1) % TrainsPlace.names.count))
    case "trains://home": places = [.home]
    case "trains://home/settings": places = [.home, .settings("sheet")]
    case "trains://detail?id=0": places = [.home, .detail(0)]
    case "trains://detail?id=0/settings?style=push":
      places = [.home, .detail(0), .settings("push")]
    case "trains://detail?id=0/settings/shortcuts?style=push":
      places = [.home, .detail(0), .settings("sheet"), .shortcuts("push")]
    case "trains://detail?id=0/settings/shortcuts?style=sheet":
      places = [.home, .detail(0), .settings("sheet"), .shortcuts("sheet")]
    case "trains://station?name=Oslo": places = [.home, .station("Oslo"), .departures]
    default:
      if button.hasPrefix("Station ") {
        places += [.station(String(button.dropFirst(8))), .departures]
      } else if let id = TrainsPlace.names.firstIndex(of: button) {
        places.append(.detail(id))
      } else {
        return nil
      }
    }
    return TrainsPath(places)
  }
}
