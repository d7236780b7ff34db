/// The mark of a scene in the query of a URL: `?~k3`, or `?~k3!2` while an alert is open.
///
/// An open alert has a mark of its own, so that it has its own place in the browser's history. For
/// who does not own the scene a mark means nothing.
struct SceneMark {
  let scene: String

  init?(query: String?) {
    guard let query, query.hasPrefix("~") else { return nil }
    let mark = query.dropFirst().prefix { $0 != "!" && $0 != "&" && $0 != "=" }
    guard !mark.isEmpty, mark.utf8.count <= RandomToken.maximumMarkLength else { return nil }
    scene = String(mark)
  }

  /// The URL of a page of a scene.
  static func url(path: String, scene: String?, alert: UInt64? = nil) -> String {
    guard let scene else { return path }
    return alert.map { "\(path)?~\(scene)!\($0)" } ?? "\(path)?~\(scene)"
  }
}
