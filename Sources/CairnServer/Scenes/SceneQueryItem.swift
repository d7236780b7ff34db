import CairnScreens
import CairnSecurity

/// A scene's ID in the query of a URL, such as `?~k3`, or `?~k3!2` while an alert is open.
///
/// The location's own query follows, as in `?~k3&status=open`. The number after the ID identifies an open alert, which
/// therefore has its own entry in the browser's history. An ID is meaningless without the scene's session.
struct SceneQueryItem {
  let scene: String

  /// Reads the first scene ID in a query. Other items may precede it, because services that forward a URL can add them.
  init?(query: [Location.QueryItem]) {
    guard let item = query.first(where: \.isReserved) else { return nil }
    let name = item.name.utf8.dropFirst().prefix { $0 != UInt8(ascii: "!") }
    guard !name.isEmpty, name.count <= RandomToken.maximumSceneIDLength else { return nil }
    scene = String(Substring(name))
  }

  /// Returns the URL of a scene's page.
  static func url(of location: Location, scene: String?, alert: UInt64? = nil) -> String {
    guard let scene else { return location.url }
    let name = alert.map { "~\(scene)!\($0)" } ?? "~\(scene)"
    let query = location.query.isEmpty ? "" : "&\(location.encodedQuery)"
    return "\(location.path)?\(name)\(query)"
  }
}

extension Location.QueryItem {
  /// Whether the item belongs to the server, and isn't a value of a state.
  var isReserved: Bool { name.utf8.first == UInt8(ascii: "~") }
}
