import CairnScreens
import CairnSecurity

/// The mark of a scene in the query of a URL: `?~k3`, or `?~k3!2` while an alert is open. The location's
/// own query stands behind it: `?~k3&status=open`.
///
/// An open alert has a mark of its own, so that it has its own place in the browser's history. For
/// who does not own the scene a mark means nothing.
struct SceneMark {
  let scene: String

  /// The first mark of a query, wherever it stands: what passes a URL on may put names before it.
  init?(query: [Location.QueryItem]) {
    guard let item = query.first(where: \.isMark) else { return nil }
    let mark = item.name.utf8.dropFirst().prefix { $0 != UInt8(ascii: "!") }
    guard !mark.isEmpty, mark.count <= RandomToken.maximumMarkLength else { return nil }
    scene = String(Substring(mark))
  }

  /// The URL of a page of a scene.
  static func url(of location: Location, scene: String?, alert: UInt64? = nil) -> String {
    guard let scene else { return location.url }
    let mark = alert.map { "~\(scene)!\($0)" } ?? "~\(scene)"
    let query = location.query.isEmpty ? "" : "&\(location.encodedQuery)"
    return "\(location.path)?\(mark)\(query)"
  }
}

extension Location.QueryItem {
  /// Whether it is the server's, and no value of a state.
  var isMark: Bool { name.utf8.first == UInt8(ascii: "~") }
}
