import Cairn
import Foundation

extension DeeplinkParser {
  /// The deep links of the trains sample:
  ///
  /// - trains://home
  /// - trains://home/settings
  /// - trains://detail?id={id}
  /// - trains://detail?id={id}/settings?style={style}
  /// - trains://detail?id={id}/settings/shortcuts?style={style}
  /// - trains://station?name={name}
  static let trains = anyOf(
    home, prepending(path: [AnyScreen(HomeScreen())], to: anyOf(detail, station)))

  private static let home = DeeplinkParser { link in
    guard link.components.first?.name == "home" else { return nil }
    return common(link.components.dropFirst()).map { [AnyScreen(HomeScreen())] + $0 }
  }

  private static let detail = DeeplinkParser { link in
    guard let first = link.components.first, first.name == "detail",
      case .value(let text)? = first.arguments?["id"], let id = Int(text)
    else { return nil }
    return common(link.components.dropFirst()).map { [AnyScreen(DetailScreen(id: id))] + $0 }
  }

  private static let station = DeeplinkParser { link in
    guard link.components.count == 1, link.components[0].name == "station",
      case .value(let name)? = link.components[0].arguments?["name"]
    else { return nil }
    return [AnyScreen(StationScreen(name: name))]
  }

  /// Parses the screens that can follow any other screen.
  private static func common(_ components: ArraySlice<DeeplinkComponent>) -> [AnyScreen]? {
    var screens: [AnyScreen] = []
    for component in components {
      switch component.name {
      case "settings":
        screens.append(AnyScreen(SettingsScreen(style: style(of: component) ?? .sheet())))
      case "shortcuts":
        screens.append(AnyScreen(ShortcutsScreen(style: style(of: component) ?? .push)))
      default: return nil
      }
    }
    return screens
  }

  private static func style(of component: DeeplinkComponent) -> ScreenPresentationStyle? {
    switch component.arguments?["style"] {
    case .value("push"): .push
    case .value("sheet"): .sheet()
    default: nil
    }
  }
}
